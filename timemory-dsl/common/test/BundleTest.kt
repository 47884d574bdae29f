package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import timemory.internal.callgraph.record

class BundleTest {
    private val tools = bundle<FakeClock, FakeGauge>()

    @Test
    fun measureReturnsTheValueOfItsBlock() {
        session {
            assertEquals(42, tools.measure("x") { 42 })
            assertEquals("y", measureValue<FakeClock, _>("x") { "y" })
        }
    }

    @Test
    fun theCompilerKnowsThatTheBlockRunsOnce() {
        session {
            val assigned: Int
            measure<FakeClock>("x") { assigned = 3 }
            assertEquals(3, assigned)
        }
    }

    @Test
    fun measuredGivesTheValueAndTypedResultsOfThisLap() {
        session {
            tools.measure("x") { pass(100) }
            val (result, clock, gauge) = tools.measured("x") { pass(7); "done" }
            assertEquals("done", result)
            assertEquals(7, clock.sum)
            assertEquals(14, gauge.sum)
            assertEquals(1, clock.laps)
        }
    }

    @Test
    fun measuredWithoutMeasuringHasNoLaps() {
        session({ enabled = false }) {
            val (result, clock) = tools.measured("x") { "done" }
            assertEquals("done", result)
            assertEquals(0, clock.laps)
        }
    }

    @Test
    fun pushAndPopNest() {
        val results = session {
            tools.push("a")
            pass(1)
            tools.push("b")
            pass(2)
            tools.pop()
            tools.pop()
        }
        assertEquals("a 1 3 1\n  b 1 2 2", results.fakeGraph())
    }

    @Test
    fun popOfOneBundleLeavesThatOfAnotherOpen() {
        val other = bundle<FakeGauge>()
        val results = session {
            tools.push("a")
            other.push("b")
            tools.pop()
            pass(1)
            other.pop()
        }
        assertEquals("a 1 0 0", results.graph("fake_clock"))
        assertEquals("a 1 0 0\n  b 1 2 2", results.graph("fake_gauge"))
    }

    @Test
    fun popByLabelLeavesLaterRegionsOpen() {
        val results = session {
            tools.push("a")
            tools.push("b")
            pass(1)
            tools.pop("a")
            pass(2)
            tools.pop("b")
            tools.pop("c")
        }
        assertEquals("a 1 1 1\n  b 1 3 3", results.fakeGraph())
        assertEquals(1, results.problems.size)
    }

    @Test
    fun popsOfPushesThatWereNotRecordedLeaveEarlierRegionsOpen() {
        val results = session {
            tools.push("a")
            Timemory.isEnabled = false
            tools.push("off")
            Timemory.isEnabled = true
            tools.push("b")
            pass(1)
            tools.pop()
            pass(2)
            tools.pop()
            pass(4)
            tools.pop()
        }
        assertEquals("a 1 7 6\n  b 1 1 1", results.fakeGraph())
        assertEquals(emptyList(), results.problems)
    }

    @Test
    fun popsOfPushesThatWereTooDeepLeaveEarlierRegionsOpen() {
        val results = session({ maxDepth = 1 }) {
            tools.push("a")
            repeat(3) { tools.push("deep") }
            repeat(3) { tools.pop() }
            pass(1)
            tools.pop()
        }
        assertEquals("a 1 1 1", results.fakeGraph())
    }

    @Test
    fun aWholeProgramIsMeasuredByOneCall() {
        val answer = timemory({ coutOutput = false; fileOutput = false }) {
            tools.measure("x") { Timemory.isInitialized }
        }
        assertEquals(true, answer)
        assertEquals(false, Timemory.isInitialized)
        assertFailsWith<IllegalStateException> {
            timemory({ coutOutput = false; fileOutput = false }) { error("thrown") }
        }
        assertEquals(false, Timemory.isInitialized)
    }

    @Test
    fun regionHandleAddsUpItsOwnLapsUntilReset() {
        val results = session {
            val region = tools.region("solve")
            repeat(3) {
                region.start()
                pass(5)
                region.stop()
            }
            val (clock, gauge) = region
            assertEquals(15, clock.sum)
            assertEquals(3, clock.laps)
            assertEquals(30, gauge.sum)
            assertEquals(listOf(clock, gauge), region.get())
            region.reset()
            assertEquals(0, region.first.laps)
        }
        assertEquals("solve 3 15 15", results.fakeGraph())
    }

    @Test
    fun openIsClosedByUse() {
        val results = session { tools.open("x").use { pass(2) } }
        assertEquals("x 1 2 2", results.fakeGraph())
    }

    @Test
    fun aBundleMayHaveAScopeOfItsOwn() {
        val flat = bundle<FakeClock>(Scope.FLAT)
        val results = session { tools.measure("a") { flat.measure("f") { pass(1) } } }
        assertEquals("a 1 1 0\nf 1 1 1", results.fakeGraph())
    }

    @Test
    fun oneComponentTwiceIsRefused() {
        val error = assertFailsWith<IllegalArgumentException> { bundle<FakeClock, FakeClock>() }
        assertTrue("duplicate component fake_clock" in error.message!!, error.message)
    }

    @Test
    fun theFirstComponentIsTheInnermost() {
        val order = ArrayList<String>()
        Noting.log = order
        session { measure<Noting, NotingToo>("x") { order.add("block") } }
        assertEquals(listOf("start too", "start", "block", "stop", "stop too"), order)
    }
}

@DescribedBy(Noting.TYPE::class)
internal class Noting : LongComponent() {
    override fun start() {
        log.add("start")
    }

    override fun stop() {
        log.add("stop")
        record(1)
    }

    companion object TYPE : ComponentType<Noting>("noting", "Notes its calls", Quantity.COUNT, ::Noting) {
        var log = ArrayList<String>()
    }
}

@DescribedBy(NotingToo.TYPE::class)
internal class NotingToo : LongComponent() {
    override fun start() {
        Noting.log.add("start too")
    }

    override fun stop() {
        Noting.log.add("stop too")
        record(1)
    }

    companion object TYPE : ComponentType<NotingToo>("noting_too", "Notes its calls", Quantity.COUNT, ::NotingToo)
}
