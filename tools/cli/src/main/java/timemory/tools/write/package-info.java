/** Writes result files. */
@NullMarked
package timemory.tools.write;

import org.jspecify.annotations.NullMarked;
