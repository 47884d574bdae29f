/** JVM components: garbage collection, JIT compilation, memory, threads. */
@NullMarked
package timemory.jvm;

import org.jspecify.annotations.NullMarked;
