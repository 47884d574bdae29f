/** When a series of numbers changed for good: where, by how much, and how surely. Knows nothing of where the numbers come from. */
@NullMarked
package timemory.history.change;

import org.jspecify.annotations.NullMarked;
