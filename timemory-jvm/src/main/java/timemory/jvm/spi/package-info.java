/** What integrations of frameworks on the JVM share, beside {@code timemory.spi}: requests that threads take up and let go of. */
@NullMarked
package timemory.jvm.spi;

import org.jspecify.annotations.NullMarked;
