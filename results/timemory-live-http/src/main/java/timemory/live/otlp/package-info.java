/** Sends results to receivers of OpenTelemetry profiles. */
@NullMarked
package timemory.live.otlp;

import org.jspecify.annotations.NullMarked;
