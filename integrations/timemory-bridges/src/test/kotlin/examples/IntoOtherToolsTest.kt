package examples

import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.opentelemetry.sdk.OpenTelemetrySdk
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter
import io.opentelemetry.sdk.trace.SdkTracerProvider
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.coroutines.runBlocking
import timemory.Timemory
import timemory.WallClock
import timemory.bridges.MicrometerTimer
import timemory.bridges.OtelSpan
import timemory.measured

/** The example in the docs works as described. */
class IntoOtherToolsTest {
    private val exporter = InMemorySpanExporter.create()
    private val openTelemetry = OpenTelemetrySdk.builder()
        .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build())
        .build()
    private val registry = SimpleMeterRegistry()
    private val files = listOf("one", "three")

    @AfterTest
    fun reset() {
        OtelSpan.use(null)
        MicrometerTimer.use(null)
    }

    private fun assertParsed(program: () -> Int) {
        Timemory.init {
            coutOutput = false
            fileOutput = false
        }
        assertEquals(8, program())
        assertEquals(listOf("parse all", "parse"), Timemory.finalize()!![WallClock]!!.nodes().map { it.label }.toList())
        assertEquals(listOf("parse", "parse", "parse all"), exporter.finishedSpanItems.map { it.name })
        assertEquals(2L, registry.get("timemory.region").tag("region", "parse").timer().count())
    }

    @Test
    fun theExampleInKotlin() = assertParsed { runBlocking(measured()) { parseAll(openTelemetry, registry, files) } }

    @Test
    fun theExampleInJava() = assertParsed { IntoOtherToolsInJava.parseAll(openTelemetry, registry, files) }
}
