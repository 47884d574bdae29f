/** Runs programs with timemory. */
@NullMarked
package timemory.tools.run;

import org.jspecify.annotations.NullMarked;
