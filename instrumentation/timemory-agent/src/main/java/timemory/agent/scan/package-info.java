/** Iterates over class files without running them. */
@NullMarked
package timemory.agent.scan;

import org.jspecify.annotations.NullMarked;
