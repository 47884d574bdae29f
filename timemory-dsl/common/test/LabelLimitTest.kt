package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.results.Results

/** Regions pushed and popped by name, with more names than the call graph may hold. */
class LabelLimitTest {
    private val tools = bundle<FakeClock>()

    private fun Results.lapsInAll(): Long = this["fake_clock"]!!.nodes().sumOf { it.inclusive.laps }

    private fun assertAllThere(results: Results, laps: Long) {
        assertEquals(laps, results.lapsInAll())
        assertEquals(laps, results["fake_clock"]!!.nodes().sumOf { it.inclusive.exactSum!! })
        assertEquals(0L, results["fake_clock"]!!.nodes().sumOf { it.inclusive.openLaps })
        assertTrue(results["fake_clock"]!!.nodes().count() < 40)
        assertTrue("TIMEMORY_MAX_NODES" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun everyFormOfPopFindsItsPush() {
        val results = session({ maxNodes = 10 }) {
            Timemory.pushComponents(FakeClock)
            repeat(1000) { i ->
                Timemory.pushRegion("region $i")
                pass(1)
                Timemory.popRegion("region " + i)
                tools.push("bundle $i")
                pass(1)
                tools.pop("bundle " + i)
                tools.push("innermost $i")
                pass(1)
                tools.pop()
            }
            Timemory.popComponents()
        }
        assertAllThere(results, 3000L)
    }

    @Test
    fun namesAreToldApartThoughTheyAreRecordedTogether() {
        val results = session({ maxNodes = 1 }) {
            Timemory.pushComponents(FakeClock)
            Timemory.pushRegion("first")
            val beside = bundle<FakeGauge>()
            beside.push("second")
            beside.push("third")
            tools.pop("second") // another bundle's
            pass(1)
            beside.pop("second")
            beside.pop("third")
            Timemory.popRegion("first")
            Timemory.popComponents()
        }
        assertEquals("first 1 1 1", results.fakeGraph())
        val gauges = results["fake_gauge"]!!.nodes().map { it.inclusive }.toList()
        assertEquals(listOf(2L, 2L), listOf(gauges.sumOf { it.laps }, gauges.sumOf { it.exactSum!! }))
        assertTrue(results.problems.any { "pop of bundle [fake_clock] without a push" in it }, results.problems.toString())
    }

    @Test
    fun knownRegionsInsideKeepTheirLabels() {
        val inner = bundle<FakeClock>()
        val results = session({ maxNodes = 99 }) {
            repeat(1_000) { i ->
                tools.measure("request $i") {
                    inner.measure("parse") { pass(1) }
                    inner.measure("render $i") { pass(2) }
                }
            }
        }
        val nodes = results["fake_clock"]!!.nodes().toList()
        val beyond = results["fake_clock"]!!.find("(labels over the limit)")!!
        assertEquals(1_000L, nodes.filter { it.label == "parse" }.sumOf { it.inclusive.laps })
        // Requests, and the pages that they render.
        assertEquals(beyond.inclusive.laps, 2 * beyond.children.single { it.label == "parse" }.inclusive.laps)
        assertEquals(beyond.inclusive.laps, beyond.exclusiveExact())
        assertEquals(3_000.0, results["fake_clock"]!!.roots.sumOf { it.inclusive.sum })
        assertTrue(nodes.size <= 120, "${nodes.size} nodes")
    }

    @Test
    fun theReserveForKnownRegionsIsBounded() {
        val results = session({ maxNodes = 200 }) {
            repeat(200) { i -> tools.measure("step $i") { } }
            tools.measure("beyond") { for (i in 0 until 200) tools.measure("step $i") { pass(1) } }
        }
        val nodes = results["fake_clock"]!!.nodes().count()
        assertTrue(nodes in 181..200, "$nodes nodes")
        assertEquals(200.0, results["fake_clock"]!!.find("(labels over the limit)")!!.inclusive.sum)
    }

    /** Regions below 1,000 parents, all of whose labels exceed the limit: with a node for each parent there would be twice as many. */
    @Test
    fun theLimitIsKeptAndEachLapCountedOnce() {
        val results = session({ maxNodes = 1_000 }) {
            repeat(1_000) { i ->
                tools.measure("parent $i") {
                    pass(1)
                    tools.measure("child $i") {
                        pass(2)
                        tools.measure("grandchild $i") { pass(4) }
                    }
                }
            }
            for (i in 0 until 400) tools.measure("parent $i") { tools.measure("late $i") { pass(8) } }
        }
        val graph = results["fake_clock"]!!
        assertTrue(graph.nodes().count() <= 1_000, "${graph.nodes().count()} nodes")
        assertEquals(3_800L, results.lapsInAll())
        assertEquals(7_000L + 3_200L, graph.nodes().sumOf { it.exclusiveExact()!! })
        assertTrue(graph.nodes().all { it.exclusiveExact()!! >= 0L })
    }

    @Test
    fun digitsAreFoldedOnRequest() {
        val results = session({ foldDigits = true }) {
            repeat(10) { i ->
                tools.measure("request $i of 17") { pass(1) }
                tools.push("row$i")
                pass(1)
                tools.pop("row$i")
                tools.measure("plain") { pass(1) }
            }
        }
        assertEquals(listOf("request {} of {}", "row{}", "plain"), results["fake_clock"]!!.roots.map { it.label })
        assertTrue(results["fake_clock"]!!.roots.all { it.inclusive.laps == 10L })
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun theMessageNamesLabelTemplates() {
        val results = session({ maxNodes = 1 }) { repeat(2) { tools.measure("request $it") { } } }
        assertTrue("'request {}' for 'request 17'" in results.problems.single(), results.problems.toString())
    }

    @Test
    fun nestedPushesBeyondTheLimitAreAllClosed() {
        val results = session({ maxNodes = 2 }) {
            repeat(10) { round ->
                repeat(100) { depth -> tools.push("label $round $depth") }
                pass(1)
                for (depth in 99 downTo 0) tools.pop("label $round $depth")
            }
            tools.push("after")
            pass(1)
            tools.pop("after")
        }
        assertEquals(11.0, results["fake_clock"]!!.roots.sumOf { it.inclusive.sum })
        assertEquals(0L, results["fake_clock"]!!.nodes().sumOf { it.inclusive.openLaps })
    }
}
