package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertTrue
import kotlinx.coroutines.runBlocking
import timemory.internal.callgraph.LapOverheads
import timemory.internal.platform.pause
import timemory.output.CompactFile
import timemory.output.TextTable
import timemory.results.Results
import timemory.settings.Settings

class InstrumentationTest {
    /**
     * A region that consists only of instrumentation, with a clock that advances for nothing else: a busy machine would add time between
     * two readings.
     */
    private fun fullOfEmptyLaps(): Results =
        session { measure<ClockOfLooks>("full") { repeat(1_000) { measure<ClockOfLooks>("empty") {} } } }

    @Test
    fun aRegionFullOfEmptyLapsIsMostlyInstrumentation() {
        val graph = fullOfEmptyLaps()["clock_of_looks"]!!
        val full = graph.find("full")!!
        assertTrue(full.hasHighInstrumentation, "${full.instrumentationShare}")
        val empty = graph.find("full", "empty")!!
        assertTrue(empty.hasHighInstrumentation, "${empty.instrumentationShare}")
        assertTrue(empty.instrumentation < full.instrumentation)
    }

    @Test
    fun aRegionThatTakesLongIsNot() {
        val graph = session {
            measure<WallClock, ThreadCpuClock>("long") {
                repeat(10) { measure<WallClock>("short") { pause(microseconds = 2_000) } }
            }
        }["wall_clock"]!!
        val long = graph.find("long")!!
        assertTrue(long.instrumentation > 0.0)
        assertTrue(long.instrumentationShare < 0.01, "${long.instrumentationShare}")
        assertFalse(long.hasHighInstrumentation)
    }

    @Test
    fun whatLapsInsideCostCountsInEveryComponentOfTimeAroundThem() {
        val graphs = session {
            measure<ThreadCpuClock>("cpu") {
                measure<WallClock>("wall") { repeat(1_000) { measure<PeakRss>("memory") {} } }
            }
        }
        val inner = graphs["wall_clock"]!!.find("wall")!!.instrumentation
        val outer = graphs["thread_cpu_clock"]!!.find("cpu")!!.instrumentation
        assertTrue(inner >= 1_000 * LapOverheads.of(bundle<PeakRss>().set).whole, "$inner")
        assertTrue(outer > inner, "$outer is not more than $inner")
        assertEquals(0.0, graphs["peak_rss"]!!.find("memory")!!.instrumentation)
    }

    @Test
    fun whatRunsBesideARegionIsNotItsCost() {
        val graph = session {
            measure<WallClock>("around") {
                val here = CallContext.current()
                inThreads(1) { here.within { repeat(1_000) { measure<WallClock>("beside") {} } } }
            }
        }["wall_clock"]!!
        val around = graph.find("around")!!.instrumentation
        assertTrue(around <= LapOverheads.of(bundle<WallClock>().set).inside[0], "$around")
        assertTrue(graph.find("around", "beside")!!.instrumentation > 0.0)
    }

    @Test
    fun suspendingLapsInsideACoroutineCountInTheRegionsAroundThem() {
        val graphs = session {
            runBlocking {
                measuredScope {
                    measureSuspending<WallClock>("outer") { repeat(1_000) { measureSuspending<WallClock>("inner") {} } }
                }
            }
        }
        val set = bundle<WallClock>().set.withCoroutineTypes
        val outer = graphs["wall_clock"]!!.find("outer")!!.instrumentation
        assertTrue(LapOverheads.of(set).whole > 0.0)
        assertTrue(outer >= 1_000 * LapOverheads.of(set).whole, "$outer")
        assertEquals(0.0, graphs["suspended_time"]!!.find("outer")!!.instrumentation)
    }

    @Test
    fun componentsThatDoNotAllowItAreNotStartedForIt() {
        val results = session {
            measure<Fragile, FakeClock>("x") { pass(1) }
            Fragile.failsInStart = true
        }
        Fragile.failsInStart = false
        assertEquals(emptyList(), results.problems)
        assertEquals(0.0, results["fake_clock"]!!.find("x")!!.instrumentation)
    }

    @Test
    fun findingItOutLeavesNoTraceInTheResults() {
        val results = session({ maxNodes = 6 }) {
            runBlocking {
                measuredScope {
                    repeat(2) {
                        measureSuspending<WallClock>("timeline", Scope.TIMELINE) {}
                        measureSuspending<WallClock>("flat", Scope.FLAT) {}
                        measure<WallClock>("plain", Scope.TIMELINE) {}
                    }
                }
            }
            Timemory.results()
        }
        assertEquals(emptyList(), results.problems)
        assertEquals(
            listOf("flat 2", "plain 1", "plain 1", "timeline 1", "timeline 1"),
            results["wall_clock"]!!.nodes().map { "${it.label} ${it.inclusive.laps}" }.sorted().toList(),
        )
    }

    @Test
    fun tablesAndFilesTellIt() {
        val results = fullOfEmptyLaps()
        val graph = results["clock_of_looks"]!!
        val table = buildString { TextTable(graph, Settings.DEFAULT).writeTo(this) }
        assertTrue("% OVERHEAD" in table && "! more than 10 % of the time of 2 regions" in table, table)
        val file = parseJson(buildString { CompactFile(results, Settings.DEFAULT).write(this) }).toString()
        assertTrue("overhead=" in file, file)
    }
}

/** Moves by a nanosecond each time it is read. */
@DescribedBy(ClockOfLooks.TYPE::class)
internal class ClockOfLooks : LongDeltaComponent() {
    override fun read(): Long = ++looks

    companion object TYPE : ComponentType<ClockOfLooks>("clock_of_looks", "How often it was read", Quantity.TIME, ::ClockOfLooks) {
        override val mayBeCalibrated: Boolean get() = true

        private var looks = 0L
    }
}
