/** Shared code of JVM framework integrations, in addition to {@code timemory.spi}: requests that threads enter and leave. */
@NullMarked
package timemory.jvm.spi;

import org.jspecify.annotations.NullMarked;
