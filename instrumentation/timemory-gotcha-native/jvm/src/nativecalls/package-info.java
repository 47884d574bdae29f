/** Measures and replaces calls of C functions in a process. */
@NullMarked
package timemory.nativecalls;

import org.jspecify.annotations.NullMarked;
