package timemory

import kotlin.test.AfterTest
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.platform.Latch
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.startThread
import timemory.internal.platform.staysClosedUntil
import timemory.results.Results

class MisuseTest {
    private val tools = bundle<FakeClock>()

    @AfterTest
    fun mend() {
        Fragile.failsInStart = false
        Fragile.failsInStop = false
    }

    private fun assertProblem(results: Results, part: String) {
        assertEquals(1, results.problems.count { part in it }, "one problem with '$part' in ${results.problems}")
    }

    private fun awaitOpen(latch: Latch) {
        check(!latch.staysClosedUntil(monotonicNanoseconds() + 20_000_000_000L)) { "nothing within 20 seconds" }
    }

    @Test
    fun popWithoutPushIsReportedOnceAndChangesNothing() {
        val results = session {
            measure<FakeClock>("a") {
                repeat(3) { tools.pop() }
                pass(1)
            }
        }
        assertEquals("a 1 1 1", results.fakeGraph())
        assertProblem(results, "pop of bundle [fake_clock] without a push")
    }

    @Test
    fun aPopOfWhatWasPushedWhileMeasuringWasOffIsNoMistakeOnANewThreadEither() {
        val results = session {
            val (isPushed, isOn, isOver) = List(3) { Latch() }
            startThread("worker") {
                Timemory.isEnabled = false
                tools.push("unrecorded")
                isPushed.open()
                awaitOpen(isOn)
                tools.pop()
                isOver.open()
            }
            awaitOpen(isPushed)
            Timemory.isEnabled = true
            isOn.open()
            awaitOpen(isOver)
        }
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun aPopOfWhatWasPushedWhileMeasuringWasOffBeforeTheSessionIsNoMistakeEither() {
        Timemory.isEnabled = false
        tools.push("unrecorded")
        val results = session { tools.pop() }
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun stopWithoutStartIsReported() {
        val results = session { tools.region("x").stop() }
        assertNull(results["fake_clock"])
        assertProblem(results, "region 'x' was stopped while it was not open")
    }

    @Test
    fun startTwiceKeepsTheFirst() {
        val results = session {
            val region = tools.region("x")
            region.start()
            pass(1)
            region.start()
            pass(2)
            region.stop()
        }
        assertEquals("x 1 3 3", results.fakeGraph())
        assertProblem(results, "region 'x' was started twice")
    }

    @Test
    fun closingAnOpenRegionTwiceIsReported() {
        val results = session {
            val region = tools.open("x")
            region.close()
            region.close()
        }
        assertEquals("x 1 0 0", results.fakeGraph())
        assertProblem(results, "region 'x' was stopped while it was not open")
    }

    @Test
    fun finalizeTwiceDoesNothingTheSecondTime() {
        session { tools.measure("x") { } }
        assertNull(Timemory.finalize())
        assertNull(Timemory.results())
    }

    @Test
    fun listenersAreToldOfTheResultsOfEachSessionThoughOneOfThemFails() {
        val told = mutableListOf<Results>()
        Timemory.whenFinalized { throw IllegalStateException("a listener of a test, which fails on purpose") }
        Timemory.whenFinalized { told += it }
        val results = List(2) { session { tools.measure("x") { } } }
        assertEquals(results, told.take(2))
    }

    @Test
    fun measuringAfterFinalizationRunsTheBlockAndRecordsNothing() {
        session { tools.measure("x") { } }
        assertEquals(3, tools.measure("late") { 3 })
        assertNull(Timemory.results())
        assertEquals("x 1 0 0", session { tools.measure("x") { } }.fakeGraph())
    }

    @Test
    fun aRegionThatOutlivesItsSessionIsNotRecordedInTheNext() {
        Timemory.init { coutOutput = false; fileOutput = false }
        val left = tools.open("left")
        Timemory.finalize()
        val results = session { tools.measure("x") { left.close() } }
        assertEquals("x 1 0 0", results.fakeGraph())
    }

    @Test
    fun initTwiceKeepsTheFirstSettings() {
        val results = session({ maxDepth = 7 }) {
            Timemory.init { maxDepth = 9 }
            assertEquals(7, Timemory.settings.maxDepth)
        }
        assertProblem(results, "init was called while already measuring")
    }

    @Test
    fun aComponentThatThrowsInStartLosesItsLapAndNothingElse() {
        Fragile.failsInStart = true
        val results = session {
            repeat(2) { measure<FakeClock, Fragile, FakeGauge>("x") { pass(1) } }
            Fragile.failsInStart = false
            measure<FakeClock, Fragile, FakeGauge>("x") { pass(1) }
        }
        assertEquals("x 3 3 3", results.graph("fake_clock"))
        assertEquals("x 3 6 6", results.graph("fake_gauge"))
        assertEquals("x 1 1 1", results.graph("fragile"))
        assertProblem(results, "component fragile failed to start in region 'x'")
    }

    @Test
    fun aComponentThatThrowsInStopLosesItsLapAndNothingElse() {
        Fragile.failsInStop = true
        val results = session {
            repeat(2) { measure<Fragile, FakeClock>("x") { pass(1) } }
            Fragile.failsInStop = false
            bundle<Fragile, FakeClock>().measure("x") { pass(1) }
        }
        assertEquals("x 3 3 3", results.graph("fake_clock"))
        assertEquals("x 1 1 1", results.graph("fragile"))
        assertProblem(results, "component fragile failed to stop in region 'x'")
    }

    @Test
    fun anUnavailableComponentIsLeftOutWithItsReason() {
        val results = session { measure<Unavailable, FakeClock>("x") { pass(1) } }
        assertEquals("x 1 1 1", results.fakeGraph())
        assertNull(results["unavailable"])
        assertProblem(results, "component unavailable is unavailable here and was skipped: this machine has no such thing")
    }

    @Test
    fun labelsMayHoldAnything() {
        val labels =
            listOf("", "x".repeat(10_000), "日本語 العربية", "a \"quoted\" one", "two\nlines", "a/b/c.kt:12", "\u0000\u001b[31m", "\ud800")
        val results = session { for (label in labels) tools.measure(label) { pass(1) } }
        assertEquals(labels, results["fake_clock"]!!.roots.map { it.label })
    }

    @Test
    fun tenThousandNestedRegions() {
        val results = session {
            repeat(10_000) { tools.push("level") }
            pass(1)
            repeat(10_000) { tools.pop() }
        }
        var node = results["fake_clock"]!!.roots.single()
        var depth = 1
        while (node.children.isNotEmpty()) {
            assertEquals(0, node.exclusiveExact())
            node = node.children.single()
            depth++
        }
        assertEquals(10_000, depth)
        assertEquals(1, node.exclusiveExact())
    }

    @Test
    fun labelsBeyondTheLimitAreRecordedTogether() {
        val labels = repeats(100_000, thorough = 1_000_000)
        val results = session({ maxNodes = 1000 }) {
            measure<FakeClock>("loop") {
                for (i in 0 until labels) tools.measure("label $i") { pass(1) }
            }
        }
        val loop = results["fake_clock"]!!.roots.single()
        assertEquals(900, loop.children.size)
        assertEquals(labels.toLong(), loop.children.sumOf { it.inclusive.laps })
        assertEquals(0, loop.exclusiveExact())
        val overflow = assertNotNull(loop.children.find { it.label == "(labels over the limit)" })
        assertEquals(labels - 899L, overflow.inclusive.laps)
        assertProblem(results, "TIMEMORY_MAX_NODES=1000")
    }

    @Test
    fun regionsNestedBeyondTheLimitKeepTheGraphBounded() {
        val results = session({ maxNodes = 10 }) {
            for (i in 0 until 1000) {
                tools.measure("a$i") { bundle<FakeClock, FakeGauge>().measure("b$i") { tools.measure("c$i") { pass(1) } } }
            }
        }
        val nodes = results["fake_clock"]!!.nodes().toList()
        assertTrue(nodes.size < 40, "${nodes.size} nodes")
        assertEquals(1000, results["fake_clock"]!!.roots.sumOf { it.inclusive.sum.toInt() })
        assertTrue(nodes.none { it.exclusiveExact()!! < 0 })
    }

    @Test
    fun timeBeyondTheLimitIsCountedOnceHoweverDeepTheRegionsAre() {
        fun nested(depth: Int) {
            pass(1)
            if (depth > 0) tools.measure("label $depth") { nested(depth - 1) }
        }
        val results = session({ maxNodes = 3 }) { tools.measure("outermost") { nested(100) } }
        val outermost = results["fake_clock"]!!.roots.single()
        assertEquals(101.0, outermost.inclusive.sum)
        val (overflow) = outermost.children.single().children.single().children
        assertEquals("(labels over the limit)", overflow.label)
        assertEquals(98, overflow.inclusive.laps)
        assertEquals(98.0, overflow.inclusive.sum)
        assertEquals(98, overflow.exclusiveExact())
        assertEquals(0, overflow.children.size)
    }

    @Test
    fun aValueOfALapBeyondTheLimitIsThatOfTheLap() {
        session({ maxNodes = 1 }) {
            tools.measure("outermost") {
                tools.measure("beyond") {
                    val (_, clock) = tools.measured("inside") { pass(3) }
                    assertEquals(3L, clock.sum)
                }
            }
        }
    }

    @Test
    fun suspendingRegionsBeyondTheLimitAreCountedOnce() {
        val results = session({ maxNodes = 1 }) {
            val strand = Strand.here()
            strand.resume().use {
                val outermost = tools.open("outermost", strand)
                val beyond = tools.open("beyond", strand)
                val inside = tools.open("inside", strand)
                pass(2)
                inside.close()
                pass(1)
                beyond.close()
                outermost.close()
            }
        }
        val (overflow) = results["fake_clock"]!!.roots.single().children
        assertEquals("(labels over the limit)", overflow.label)
        assertEquals(2, overflow.inclusive.laps)
        assertEquals(3.0, overflow.inclusive.sum)
    }
}
