/** Sends what is measured to receivers of OpenTelemetry's profiles. */
@NullMarked
package timemory.live.otlp;

import org.jspecify.annotations.NullMarked;
