/** Writes the code that measures into class files. */
@NullMarked
package timemory.agent.weave;

import org.jspecify.annotations.NullMarked;
