/** Measures lines, and reports them next to the source. */
@NullMarked
package timemory.agent.lines;

import org.jspecify.annotations.NullMarked;
