/** Finds the functions that take time, by samples of the stacks. */
@NullMarked
package timemory.agent.hot;

import org.jspecify.annotations.NullMarked;
