package timemory

import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.results.CallGraph
import timemory.results.CallGraphNode

class CallGraphTest {
    private fun leaf(label: String, ticks: Long) = measure<FakeClock>(label) { pass(ticks) }

    @Test
    fun lapsOfOneLabelAtOnePlaceAreOneNode() {
        val results = session {
            measure<FakeClock>("outer") {
                repeat(3) { leaf("inner", 10) }
                pass(5)
            }
        }
        assertEquals("outer 1 35 5\n  inner 3 30 30", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun oneLabelUnderTwoParentsIsTwoNodes() {
        val results = session {
            measure<FakeClock>("a") { leaf("x", 1) }
            measure<FakeClock>("b") { leaf("x", 2) }
        }
        assertEquals("a 1 1 0\n  x 1 1 1\nb 1 2 0\n  x 1 2 2", results.fakeGraph())
    }

    @Test
    fun equalLabelsAreOneNodeThoughTheyAreDifferentObjects() {
        val results = session {
            for (i in 0 until 20) leaf("label " + i % 2, 1)
        }
        assertEquals("label 0 10 10 10\nlabel 1 10 10 10", results.fakeGraph())
    }

    @Test
    fun recursionMakesANodeForEachLevel() {
        fun descend(level: Int) {
            if (level > 0) measure<FakeClock>("f") { pass(1); descend(level - 1) }
        }
        assertEquals("f 1 3 1\n  f 1 2 1\n    f 1 1 1", session { descend(3) }.fakeGraph())
    }

    @Test
    fun returnBreakContinueAndExceptionsCloseTheRegion() {
        fun returning(): Int {
            measure<FakeClock>("return") { pass(1); return 7 }
        }
        val results = session {
            measure<FakeClock>("top") {
                assertEquals(7, returning())
                for (i in 0..9) measure<FakeClock>("loop") { pass(1); if (i == 1) continue; if (i == 3) break }
                assertFailsWith<IllegalStateException> { measure<FakeClock>("throw") { pass(1); error("thrown") } }
                leaf("after", 1)
            }
        }
        assertEquals("top 1 7 0\n  return 1 1 1\n  loop 4 4 4\n  throw 1 1 1\n  after 1 1 1", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun regionsOfDifferentBundlesNestAndEachComponentHasItsOwnGraph() {
        val results = session {
            measure<FakeClock>("a") {
                measure<FakeGauge>("b") {
                    measure<FakeClock, FakeGauge>("c") { pass(4) }
                    pass(1)
                }
            }
        }
        // `b` has no clock: in the clock's graph, `c` is below `a`.
        assertEquals("a 1 5 1\n  c 1 4 4", results.graph("fake_clock"))
        assertEquals("b 1 10 2\n  c 1 8 8", results.graph("fake_gauge"))
    }

    @Test
    fun oneLabelWithTwoBundlesIsOnePlaceInTheGraphOfACommonComponent() {
        val results = session {
            leaf("x", 1)
            measure<FakeClock, FakeGauge>("x") { pass(2) }
        }
        assertEquals("x 2 3 3", results.graph("fake_clock"))
        assertEquals("x 1 4 4", results.graph("fake_gauge"))
    }

    @Test
    fun flatRegionsStandAtTheTopAndLeaveNoTraceInThePosition() {
        val results = session {
            measure<FakeClock>("a") {
                measure<FakeClock>("flat", Scope.FLAT) {
                    pass(1)
                    leaf("inside", 2)
                }
            }
            measure<FakeClock>("flat", Scope.FLAT) { pass(4) }
        }
        assertEquals("a 1 3 0\n  inside 1 2 2\nflat 2 7 5", results.fakeGraph())
    }

    @Test
    fun flatRegionsMayBeOpenTwiceAtOnce() {
        fun descend(level: Int) {
            if (level > 0) measure<FakeClock>("f", Scope.FLAT) { pass(1); descend(level - 1) }
        }
        assertEquals("f 3 3 3", session { descend(3) }.fakeGraph())
    }

    @Test
    fun timelineKeepsEachLapApart() {
        val results = session {
            measure<FakeClock>("loop") {
                for (i in 1L..3L) measure<FakeClock>("lap", Scope.TIMELINE) { leaf("part", i) }
            }
        }
        assertEquals(
            "loop 1 6 0\n  lap 1 1 0\n    part 1 1 1\n  lap 1 2 0\n    part 1 2 2\n  lap 1 3 0\n    part 1 3 3",
            results.fakeGraph(),
        )
    }

    @Test
    fun aLapOfATimelineLiesInsideTheOneAroundItAndBehindTheOneBefore() {
        val results = session {
            measure<WallClock>("loop", Scope.TIMELINE) {
                repeat(50) { measure<WallClock>("lap", Scope.TIMELINE) { measure<WallClock>("part", Scope.TIMELINE) { } } }
            }
        }
        val loop = results["wall_clock"]!!.roots.single()
        fun end(node: CallGraphNode) = node.start + node.inclusive.exactSum!!
        for (lap in loop.children) for (part in lap.children) assertTrue(part.start >= lap.start && end(part) <= end(lap), "$part in $lap")
        for (lap in loop.children) assertTrue(lap.start >= loop.start && end(lap) <= end(loop), "$lap in $loop")
        for ((before, lap) in loop.children.zipWithNext()) assertTrue(lap.start >= end(before), "$before before $lap")
    }

    @Test
    fun scopesCanBeSetForAllRegions() {
        fun program() {
            measure<FakeClock>("a") { repeat(2) { leaf("b", 1) } }
        }
        assertEquals("a 1 2 0\nb 2 2 2", session({ flatProfile = true }) { program() }.fakeGraph())
        assertEquals("a 1 2 0\n  b 1 1 1\n  b 1 1 1", session({ timelineProfile = true }) { program() }.fakeGraph())
    }

    /** The result of `ResultView(flat = true)` for a tree of the same program, against which the flat scope is checked. */
    private fun flattened(tree: CallGraphNode, into: MutableMap<String, LongArray>, around: Set<String> = emptySet()) {
        val own = into.getOrPut(tree.label) { LongArray(3) }
        own[0] += tree.inclusive.laps
        if (tree.label !in around) own[1] += tree.inclusive.exactSum!!
        own[2] += tree.exclusiveExact()!!
        for (child in tree.children) flattened(child, into, around + tree.label)
    }

    @Test
    fun flatScopeIsTheFlatViewOfTheTree() {
        repeat(50) { seed ->
            fun program(random: Random, depth: Int, scope: (String) -> Scope?) {
                repeat(random.nextInt(4)) {
                    pass(random.nextLong(5))
                    val label = "abcd"[random.nextInt(4)].toString()
                    val tools = scope(label)?.let { bundle<FakeClock>(it) } ?: bundle<FakeClock>()
                    tools.measure(label) {
                        pass(random.nextLong(9))
                        if (depth < 6) program(random, depth + 1, scope)
                    }
                }
            }
            fun run(flatProfile: Boolean = false, scope: (String) -> Scope?): CallGraph {
                val results = session({ this.flatProfile = flatProfile }) { measure<FakeClock>("main") { program(Random(seed), 0, scope) } }
                return results["fake_clock"]!!
            }
            val all = HashMap<String, LongArray>()
            for (root in run { Scope.TREE }.roots) flattened(root, all)
            val expected = all.toList().sortedBy { it.first }.toMap()
            val flat = run(flatProfile = true) { null }.roots.sortedBy { it.label }.map {
                "${it.label} ${listOf(it.inclusive.laps, it.inclusive.exactSum!!, it.exclusiveExact()!!)}"
            }
            assertEquals(expected.map { (label, own) -> "$label ${own.toList()}" }, flat, "seed $seed")
            // Some regions are flat and others not: their exclusive values still add up to the whole.
            val mixed = run { if (it in "ac") Scope.FLAT else Scope.TREE }
            assertEquals(expected.values.sumOf { it[2] }, mixed.nodes().sumOf { it.exclusiveExact()!! }, "seed $seed")
            assertTrue(mixed.nodes().all { it.exclusiveExact()!! >= 0L }, "seed $seed")
            for ((label, own) in expected) {
                val nodes = mixed.nodes().filter { it.label == label }.toList()
                assertEquals(own[2], nodes.sumOf { it.exclusiveExact()!! }, "$label of $seed")
                assertEquals(own[0], nodes.sumOf { it.inclusive.laps }, "$label of $seed")
            }
        }
    }

    @Test
    fun openFlatRegionsAreInsideEachOtherToo() {
        val flat = bundle<FakeClock>(Scope.FLAT)
        var during = ""
        session {
            flat.measure("a") {
                pass(1)
                flat.measure("b") {
                    pass(2)
                    flat.measure("b") {
                        pass(4)
                        during = Timemory.results()!!.fakeGraph()
                    }
                }
            }
        }
        assertEquals("a 1 7 1\nb 2 6 6", during)
    }

    @Test
    fun aCountOfLapsHasNothingToSubtract() {
        val results = session { measure<TripCount>("a") { repeat(5000) { measure<TripCount>("b") { } } } }
        val a = results["trip_count"]!!.roots.single()
        assertEquals(1L, a.exclusiveExact())
        assertEquals(1.0, a.exclusiveShare())
        assertEquals(5000L, a.children.single().exclusiveExact())
    }

    @Test
    fun inFlatScopeARecursionHasTheTimeOfItsOutermostCallsItself() {
        fun fibonacci(n: Int): Int = measureValue<FakeClock, Int>("f", Scope.FLAT) {
            pass(1)
            if (n < 2) n else fibonacci(n - 1) + fibonacci(n - 2)
        }
        val f = session { repeat(2) { fibonacci(10) } }["fake_clock"]!!.find("f")!!
        assertEquals(listOf(354L, 354L), listOf(f.inclusive.laps, f.exclusiveExact()))
        assertEquals(354.0, f.inclusive.sum)
        val suspending = coroutineSession {
            suspend fun nested(depth: Int): Unit = measureSuspending<FakeClock>("f", Scope.FLAT) {
                pass(1)
                if (depth > 1) nested(depth - 1)
            }
            nested(10)
        }
        assertEquals("f 10 10 10", suspending.fakeGraph())
    }

    @Test
    fun overlappingLapsAreNotSubtractedFromEachOther() {
        val tools = bundle<FakeClock>()
        val results = session {
            val a = tools.region("a")
            val b = tools.region("b")
            a.start()
            pass(1)
            b.start()
            pass(10)
            a.stop()
            pass(100)
            b.stop()
        }
        assertEquals("a 1 11 11\n  b 1 110 110", results.fakeGraph())
    }

    @Test
    fun regionsStillOpenCountWithTheirValueSoFar() {
        val tools = bundle<FakeClock>()
        val results = session {
            tools.push("open")
            leaf("done", 3)
            pass(2)
        }
        assertEquals("open 1 5 2\n  done 1 3 3", results.fakeGraph())
        assertEquals(1, results["fake_clock"]!!.find("open")!!.inclusive.openLaps)
    }

    @Test
    fun resultsSoFarDoNotDisturbTheMeasurement() {
        val results = session {
            measure<FakeClock>("a") {
                leaf("b", 1)
                assertEquals("a 1 1 0\n  b 1 1 1", Timemory.results()!!.fakeGraph())
                leaf("b", 1)
            }
        }
        assertEquals("a 1 2 0\n  b 2 2 2", results.fakeGraph())
    }

    @Test
    fun depthIsBoundedBySetting() {
        val results = session({ maxDepth = 2 }) {
            leaf("warm", 0)
            measure<FakeClock>("1") { measure<FakeClock>("2") { measure<FakeClock>("3") { pass(1) } } }
        }
        assertEquals("warm 1 0 0\n1 1 1 0\n  2 1 1 1", results.fakeGraph())
    }

    @Test
    fun nothingIsRecordedWhileSwitchedOff() {
        val results = session {
            leaf("on", 1)
            Timemory.isEnabled = false
            leaf("off", 1)
            bundle<FakeClock>().push("off too")
            Timemory.isEnabled = true
            leaf("on", 1)
        }
        assertEquals("on 2 2 2", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aRegionSwitchedOffInItsMidstIsClosedAllTheSame() {
        val results = session {
            measure<FakeClock>("a") { Timemory.isEnabled = false; pass(1) }
            Timemory.isEnabled = true
            leaf("b", 1)
        }
        assertEquals("a 1 1 1\nb 1 1 1", results.fakeGraph())
    }

    @Test
    fun disabledFromTheStartMeasuresNothing() {
        val results = session({ enabled = false }) { leaf("a", 1) }
        assertNull(results["fake_clock"])
    }

    @Test
    fun eightComponentsAreMeasuredTogether() {
        val results = session {
            measure<FakeClock, FakeGauge, WallClock, CpuClock, ThreadCpuClock, PeakRss, PageRss, TripCount>("all") { pass(1) }
        }
        assertEquals(
            listOf("fake_clock", "fake_gauge", "wall_clock", "cpu_clock", "thread_cpu_clock", "peak_rss", "page_rss", "trip_count"),
            results.graphs.map { it.type.id },
        )
        results.graphs.forEach { assertEquals(1, it.find("all")!!.inclusive.laps, it.type.id) }
    }
}
