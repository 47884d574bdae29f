/** Generates measuring code in class files. */
@NullMarked
package timemory.agent.weave;

import org.jspecify.annotations.NullMarked;
