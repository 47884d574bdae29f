/** Decides which functions are measured, from the contents of class files. */
@NullMarked
package timemory.agent.select;

import org.jspecify.annotations.NullMarked;
