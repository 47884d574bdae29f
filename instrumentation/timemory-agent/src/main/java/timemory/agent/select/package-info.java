/** Decides which functions are measured, by what class files say of them. */
@NullMarked
package timemory.agent.select;

import org.jspecify.annotations.NullMarked;
