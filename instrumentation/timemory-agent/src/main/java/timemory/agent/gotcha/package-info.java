/** Weaves calls of the functions that gotchas wrap. */
@NullMarked
package timemory.agent.gotcha;

import org.jspecify.annotations.NullMarked;
