/** How what regions take grows with a parameter of the runs. */
package timemory.history.scale;
