/** Finds the functions that take time, by sampling stacks. */
@NullMarked
package timemory.agent.hot;

import org.jspecify.annotations.NullMarked;
