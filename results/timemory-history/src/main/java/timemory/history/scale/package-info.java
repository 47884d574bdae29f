/** Models how the values of regions grow with a parameter of the runs. */
@NullMarked
package timemory.history.scale;

import org.jspecify.annotations.NullMarked;
