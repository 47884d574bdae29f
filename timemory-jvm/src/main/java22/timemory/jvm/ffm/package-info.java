/** Calls C functions through the Foreign Function and Memory API. */
@NullMarked
package timemory.jvm.ffm;

import org.jspecify.annotations.NullMarked;
