package timemory.bridges

import io.micrometer.core.instrument.MockClock
import io.micrometer.core.instrument.simple.SimpleConfig
import io.micrometer.core.instrument.simple.SimpleMeterRegistry
import io.opentelemetry.api.trace.Span
import io.opentelemetry.context.Context
import io.opentelemetry.extension.kotlin.asContextElement
import io.opentelemetry.sdk.OpenTelemetrySdk
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter
import io.opentelemetry.sdk.trace.ReadableSpan
import io.opentelemetry.sdk.trace.SdkTracerProvider
import io.opentelemetry.sdk.trace.data.SpanData
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor
import java.time.Duration
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit
import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertSame
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.delay
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import timemory.Timemory
import timemory.bundle
import timemory.measure
import timemory.measureSuspending
import timemory.measured

/** Regions whose coroutines move from thread to thread: what each tool receives, and that nothing stays behind on a thread. */
class CoroutineBridgesTest {
    private val first = Executors.newSingleThreadExecutor { Thread(it, "first") }
    private val second = Executors.newSingleThreadExecutor { Thread(it, "second") }
    private val onFirst = first.asCoroutineDispatcher()
    private val onSecond = second.asCoroutineDispatcher()

    private val both = bundle<JfrEvent, OtelSpan>()

    private val exporter = InMemorySpanExporter.create()
    private val sdk = OpenTelemetrySdk.builder()
        .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build())
        .build()

    @AfterTest
    fun nothingStaysCurrent() {
        OtelSpan.use(null)
        MicrometerTimer.use(null)
        for (thread in listOf<ExecutorService>(first, second)) {
            assertSame(Context.root(), thread.submit<Context> { Context.current() }.get())
            thread.shutdown()
        }
        assertSame(Context.root(), Context.current())
    }

    private fun coroutines(program: suspend CoroutineScope.() -> Unit) {
        Sessions.measure { runBlocking(measured() + onFirst, program) }
    }

    private fun span(name: String): SpanData = exporter.finishedSpanItems.single { it.name == name }

    private fun assertParent(parent: String, child: String) = assertEquals(span(parent).spanId, span(child).parentSpanId, child)

    private fun currentName(): String? = (Span.current() as? ReadableSpan)?.name

    @Test
    fun aSuspendingRegionIsOneSpanThatIsCurrentOnEachThreadInTurn() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("fetch") {
                measure<OtelSpan>("before") { assertEquals("before", currentName()) }
                assertEquals("fetch", currentName())
                withContext(onSecond) {
                    assertEquals("fetch", currentName())
                    measure<OtelSpan>("there") { }
                    delay(1)
                    measure<OtelSpan>("there again") { }
                }
                assertEquals("fetch", currentName())
                measure<OtelSpan>("after") { }
            }
            assertEquals(null, currentName())
        }
        assertEquals(listOf("before", "there", "there again", "after", "fetch"), exporter.finishedSpanItems.map { it.name })
        for (child in listOf("before", "there", "there again", "after")) assertParent("fetch", child)
    }

    @Test
    fun suspendingRegionsNestOnEveryThread() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("a") {
                measureSuspending<OtelSpan>("b") {
                    delay(1)
                    withContext(onSecond) {
                        delay(1)
                        measureSuspending<OtelSpan>("c") {
                            assertEquals("c", currentName())
                            delay(1)
                            assertEquals("c", currentName())
                        }
                        assertEquals("b", currentName())
                    }
                    assertEquals("b", currentName())
                }
                assertEquals("a", currentName())
                delay(1)
                assertEquals("a", currentName())
            }
        }
        assertParent("a", "b")
        assertParent("b", "c")
    }

    @Test
    fun whatElseRunsOnTheThreadWhileItIsSuspendedIsNotWithinIt() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("suspended") {
                first.submit { assertEquals(null, currentName()) }
                delay(20)
            }
        }
    }

    @Test
    fun anExceptionThroughASuspendingRegionEndsItsSpan() {
        OtelSpan.use(sdk)
        coroutines {
            assertFailsWith<IllegalStateException> {
                measureSuspending<OtelSpan>("thrown") {
                    delay(1)
                    error("broken")
                }
            }
            measureSuspending<OtelSpan>("next") { delay(1) }
        }
        assertTrue(span("thrown").hasEnded())
        assertFalse(span("next").parentSpanContext.isValid)
    }

    @Test
    fun aCoroutineLaunchedWithinIsAChildIfTheProgramHandsOverTheContext() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("parent") {
                joinAll(
                    launch(onSecond + Context.current().asContextElement()) { measureSuspending<OtelSpan>("handed over") { delay(1) } },
                    launch(onSecond) { measureSuspending<OtelSpan>("not handed over") { delay(1) } },
                )
            }
        }
        assertParent("parent", "handed over")
        assertFalse(span("not handed over").parentSpanContext.isValid)
    }

    @Test
    fun inACoroutineThatCarriesAContextThatAloneIsCurrent() {
        OtelSpan.use(sdk)
        val request = sdk.getTracer("program").spanBuilder("request").startSpan()
        coroutines {
            withContext(request.asContextElement()) {
                measureSuspending<OtelSpan>("a") {
                    delay(1)
                    assertEquals("request", currentName())
                    withContext(onSecond) { measureSuspending<OtelSpan>("b") { delay(1) } }
                }
            }
        }
        request.end()
        assertParent("request", "a")
        assertParent("request", "b")
    }

    @Test
    fun aContextCarriedWithinASuspendingRegionIsCurrentInsideIt() {
        OtelSpan.use(sdk)
        val query = sdk.getTracer("program").spanBuilder("query").startSpan()
        coroutines {
            measureSuspending<OtelSpan>("a") {
                withContext(query.asContextElement()) {
                    delay(1)
                    assertEquals("query", currentName())
                    withContext(onSecond) { delay(1) }
                    assertEquals("query", currentName())
                }
                assertEquals("a", currentName())
                delay(1)
                assertEquals("a", currentName())
            }
        }
        query.end()
    }

    @Test
    fun aPlainRegionCarriedIntoASuspensionEndsItsSpanThere() {
        OtelSpan.use(sdk)
        coroutines {
            measure<OtelSpan>("carried") {
                yield() // a delay may be over before the thread has finished suspending, and then nothing is suspended
                assertEquals(null, currentName())
            }
        }
        assertEquals(listOf("carried"), exporter.finishedSpanItems.map { it.name })
    }

    @Test
    fun aSuspendingRegionOpenAtTheEndOfTheSessionEndsItsSpanLater() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("outer") {
                measureSuspending<OtelSpan>("inner") {
                    delay(1)
                    withContext(onSecond) { measureSuspending<OtelSpan>("open there") { Timemory.finalize(); delay(1) } }
                    delay(1)
                }
            }
        }
        assertEquals(listOf("open there", "inner", "outer"), exporter.finishedSpanItems.map { it.name })
        assertParent("outer", "inner")
    }

    /** There must be no suspension in between, which would start another slice. */
    @Test
    fun aSliceOpenOnOneThreadWhenAnotherEndsTheSessionIsNotCurrentAfterIt() {
        OtelSpan.use(sdk)
        coroutines {
            measureSuspending<OtelSpan>("outer") {
                measureSuspending<OtelSpan>("inner") { second.submit { Timemory.finalize() }.get() }
            }
        }
        assertEquals(listOf("inner", "outer"), exporter.finishedSpanItems.map { it.name })
    }

    @Test
    fun withoutMeasuredItIsOneSpanThatIsNotCurrent() {
        OtelSpan.use(sdk)
        Sessions.measure {
            runBlocking(onFirst) { measureSuspending<OtelSpan>("out of sight") { assertEquals(null, currentName()) } }
        }
        assertTrue(span("out of sight").hasEnded())
    }

    @Test
    fun aSuspendingRegionIsAnEventForEachSliceInsideThatOfTheRegionAround() {
        val regions = JfrPrint.regionsOf {
            runBlocking(measured() + onFirst) {
                measureSuspending<JfrEvent>("outer") {
                    measureSuspending<JfrEvent>("inner") {
                        withContext(onSecond) { delay(5) }
                        measure<JfrEvent>("plain") { }
                    }
                }
            }
        }
        for (thread in listOf("first", "second")) {
            val outer = regions.filter { it.label == "outer" && it.thread == thread }
            val inner = regions.filter { it.label == "inner" && it.thread == thread }
            assertEquals(2, outer.size, thread)
            assertEquals(2, inner.size, thread)
            for (i in 0..1) assertTrue(outer[i].contains(inner[i]), "${outer[i]} ${inner[i]}")
        }
        val plain = regions.single { it.label == "plain" }
        assertTrue(regions.any { it.label == "inner" && it.thread == plain.thread && it.contains(plain) })
        assertEquals(9, regions.size)
    }

    @Test
    fun slicesOnVirtualThreadsAreEventsAndSpansToo() {
        if (Runtime.version().feature() < 21) return
        OtelSpan.use(sdk)
        val executor = Executors::class.java.getMethod("newVirtualThreadPerTaskExecutor").invoke(null) as ExecutorService
        val regions = JfrPrint.regionsOf {
            runBlocking(measured() + executor.asCoroutineDispatcher()) {
                both.measureSuspending("outer") {
                    // A delay that is over before the coroutine could be suspended does not suspend it.
                    val begin = Thread.currentThread()
                    while (Thread.currentThread() === begin) delay(1)
                    assertEquals("outer", currentName())
                    both.measure("inner") { }
                }
            }
        }
        executor.shutdown()
        assertEquals(listOf("inner", "outer", "outer"), regions.map { it.label }.sorted())
        assertEquals(2, regions.filter { it.label == "outer" }.map { it.threadId }.distinct().size)
        assertParent("outer", "inner")
    }

    @Test
    fun aThousandCoroutinesOnAFewThreadsKeepTheirSpansApart() {
        OtelSpan.use(sdk)
        val pool = Executors.newFixedThreadPool(4)
        Sessions.measure {
            runBlocking(measured() + pool.asCoroutineDispatcher()) {
                repeat(1000) { i ->
                    launch {
                        measureSuspending<OtelSpan>("outer $i") {
                            yield()
                            measureSuspending<OtelSpan>("middle $i") {
                                if (i % 3 == 0) delay(1) else yield()
                                measure<OtelSpan>("inner $i") { assertEquals("inner $i", currentName()) }
                                yield()
                                assertEquals("middle $i", currentName())
                            }
                            assertEquals("outer $i", currentName())
                        }
                        assertEquals(null, currentName())
                    }
                }
            }
        }
        repeat(100) { assertSame(Context.root(), pool.submit<Context> { Context.current() }.get()) }
        pool.shutdown()
        val spans = exporter.finishedSpanItems.associateBy { it.name }
        assertEquals(3000, exporter.finishedSpanItems.size)
        for (i in 0 until 1000) {
            assertFalse(spans.getValue("outer $i").parentSpanContext.isValid)
            assertEquals(spans.getValue("outer $i").spanId, spans.getValue("middle $i").parentSpanId)
            assertEquals(spans.getValue("middle $i").spanId, spans.getValue("inner $i").parentSpanId)
        }
    }

    @Test
    fun aSuspendingRegionIsTimedOnceFromBeginToEnd() {
        val clock = MockClock()
        val registry = SimpleMeterRegistry(SimpleConfig.DEFAULT, clock)
        MicrometerTimer.use(registry)
        coroutines {
            measureSuspending<MicrometerTimer>("whole") {
                clock.add(Duration.ofNanos(1))
                withContext(onSecond) {
                    delay(1)
                    clock.add(Duration.ofNanos(2))
                }
                clock.add(Duration.ofNanos(4))
            }
        }
        val timer = registry.get("timemory.region").tag("region", "whole").timer()
        assertEquals(1L, timer.count())
        assertEquals(7.0, timer.totalTime(TimeUnit.NANOSECONDS))
    }
}
