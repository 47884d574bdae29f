/** Reads result files of all formats. */
@NullMarked
package timemory.tools.read;

import org.jspecify.annotations.NullMarked;
