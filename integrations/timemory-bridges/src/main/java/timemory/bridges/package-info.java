/** Components that forward regions to OpenTelemetry, Micrometer and the JDK Flight Recorder. */
@NullMarked
package timemory.bridges;

import org.jspecify.annotations.NullMarked;
