/** Components that pass regions on to OpenTelemetry, Micrometer and the JDK Flight Recorder. */
@NullMarked
package timemory.bridges;

import org.jspecify.annotations.NullMarked;
