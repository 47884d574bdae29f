/** Measures lines, and reports them beside the source. */
@NullMarked
package timemory.agent.lines;

import org.jspecify.annotations.NullMarked;
