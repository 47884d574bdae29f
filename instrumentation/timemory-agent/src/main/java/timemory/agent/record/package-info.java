/** What woven code calls in the agent: opens and closes regions, and reports at the end. */
@NullMarked
package timemory.agent.record;

import org.jspecify.annotations.NullMarked;
