package readme

import io.micrometer.core.instrument.MeterRegistry
import io.opentelemetry.api.OpenTelemetry
import timemory.*
import timemory.bridges.*

private val files = listOf("a", "b")

private fun parse(file: String) = file.length

// ---- what the docs show

private val steps = bundle<WallClock, JfrEvent, OtelSpan, MicrometerTimer>()

internal suspend fun parseAll(openTelemetry: OpenTelemetry, registry: MeterRegistry) {
    OtelSpan.use(openTelemetry)        // GlobalOpenTelemetry without
    MicrometerTimer.use(registry)      // Metrics.globalRegistry without
    steps.measureSuspending("parse all") {
        files.forEach { file -> steps.measure("parse") { parse(file) } }
    }
}
