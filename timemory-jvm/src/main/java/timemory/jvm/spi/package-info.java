/** What integrations of frameworks on the JVM share, beside {@code timemory.spi}: requests that threads take up and let go of. */
package timemory.jvm.spi;
