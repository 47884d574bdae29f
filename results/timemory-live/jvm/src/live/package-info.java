/** Shows what a running program has measured so far. */
@NullMarked
package timemory.live;

import org.jspecify.annotations.NullMarked;
