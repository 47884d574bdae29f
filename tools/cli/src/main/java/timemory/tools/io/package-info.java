/** Reads and writes files. */
@NullMarked
package timemory.tools.io;

import org.jspecify.annotations.NullMarked;
