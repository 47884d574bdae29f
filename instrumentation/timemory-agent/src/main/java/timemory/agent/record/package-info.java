/** The agent's implementation of woven calls: opens and closes regions, and reports at the end. */
@NullMarked
package timemory.agent.record;

import org.jspecify.annotations.NullMarked;
