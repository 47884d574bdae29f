/** When a series of numbers changed for good: where, by how much, and how surely. Knows nothing of where the numbers come from. */
package timemory.history.change;
