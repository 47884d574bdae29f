/** Shows a running program's results so far. */
@NullMarked
package timemory.live;

import org.jspecify.annotations.NullMarked;
