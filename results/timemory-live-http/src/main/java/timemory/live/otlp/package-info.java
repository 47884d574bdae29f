/** Sends what is measured to receivers of OpenTelemetry's profiles. */
package timemory.live.otlp;
