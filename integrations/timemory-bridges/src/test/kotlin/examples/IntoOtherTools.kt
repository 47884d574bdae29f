package examples

import io.micrometer.core.instrument.MeterRegistry
import io.opentelemetry.api.OpenTelemetry
import kotlinx.coroutines.yield
import timemory.WallClock
import timemory.bridges.JfrEvent
import timemory.bridges.MicrometerTimer
import timemory.bridges.OtelSpan
import timemory.bundle

private val steps = bundle<WallClock, JfrEvent, OtelSpan, MicrometerTimer>()

/** The README's example in Kotlin. */
internal suspend fun parseAll(openTelemetry: OpenTelemetry, registry: MeterRegistry, files: Iterable<String>): Int {
    OtelSpan.use(openTelemetry)
    MicrometerTimer.use(registry)
    return steps.measureSuspending("parse all") {
        files.sumOf { file ->
            yield()
            steps.measure("parse") { file.length }
        }
    }
}
