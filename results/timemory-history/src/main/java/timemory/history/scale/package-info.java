/** How what regions take grows with a parameter of the runs. */
@NullMarked
package timemory.history.scale;

import org.jspecify.annotations.NullMarked;
