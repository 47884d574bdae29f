package timemory

import kotlin.test.Test
import kotlin.test.assertEquals

/** Counts operations as a hardware counter would: moved by tests. */
@DescribedBy(FlopCount.TYPE::class)
internal class FlopCount : LongDeltaComponent() {
    override fun read(): Long {
        readings++
        return operations
    }

    override val source: Any get() = FlopCount

    companion object TYPE : ComponentType<FlopCount>("flop_count", "Floating-point operations", Quantity.COUNT, ::FlopCount) {
        var operations = 0L
        var readings = 0
    }
}

/** The documentation's composite: operations by time, here billions in a second. */
@DescribedBy(FlopRate.TYPE::class)
internal class FlopRate : RatioComponent(FlopCount(), FakeClock()) {
    companion object TYPE : RatioType<FlopRate>("flop_rate", "Floating-point operations by time", Quantity("rate", "GFLOP/s"), ::FlopRate)
}

@DescribedBy(FlopsAndRate.TYPE::class)
internal class FlopsAndRate : RateComponent(FlopCount()) {
    companion object TYPE : RateType<FlopsAndRate>("flops", "Operations, and how many per second", Quantity.COUNT, ::FlopsAndRate)
}

class CompositeTest {
    private fun lap(operations: Long, ticks: Long, block: (() -> Unit) -> Unit) = block {
        FlopCount.operations += operations
        pass(ticks)
    }

    @Test
    fun aRatioOfSeveralLapsIsThatOfTheirSums() {
        val results = session {
            lap(10, 1) { work -> measure<FlopRate>("x") { work() } }
            lap(10, 9) { work -> measure<FlopRate>("x") { work() } }
        }
        val totals = results["flop_rate"]!!.find("x")!!.inclusive
        assertEquals(2.0, totals.sum)
        val laps = totals.statistics[0]
        assertEquals(listOf(10.0 / 9, 10.0, (10.0 + 10.0 / 9) / 2), listOf(laps.min, laps.max, laps.mean))
    }

    @Test
    fun whatRunsInsideIsTakenFromBothSides() {
        val results = session {
            measure<FlopRate>("outer") {
                FlopCount.operations += 6
                pass(2)
                lap(100, 10) { work -> measure<FlopRate>("inner") { work() } }
            }
        }
        val outer = results["flop_rate"]!!.find("outer")!!
        assertEquals(106.0 / 12, outer.inclusive.sum)
        assertEquals(3.0, outer.exclusive())
    }

    @Test
    fun aLapThatTookNoTimeIsZeroAndSpoilsNothing() {
        val results = session {
            lap(10, 0) { work -> measure<FlopRate>("x") { work() } }
            lap(10, 5) { work -> measure<FlopRate>("x") { work() } }
        }
        assertEquals(4.0, results["flop_rate"]!!.find("x")!!.inclusive.sum)
    }

    @Test
    fun partsShareTheReadingsOfTheBundle() {
        val results = session {
            measure<FlopCount, FlopRate, FakeClock>("warm") {}
            FlopCount.readings = 0
            lap(8, 2) { work -> measure<FlopCount, FlopRate, FakeClock>("warm") { work() } }
            assertEquals(2, FlopCount.readings)
        }
        assertEquals(4.0, results["flop_rate"]!!.find("warm")!!.inclusive.sum)
    }

    @Test
    fun threadsAreAddedUp() {
        val results = session {
            lap(10, 1) { work -> measure<FlopRate>("x") { work() } }
            inThreads(1) { lap(10, 4) { work -> measure<FlopRate>("x") { work() } } }
        }
        assertEquals(4.0, results["flop_rate"]!!.find("x")!!.inclusive.sum)
    }

    @Test
    fun anAmountHasItsRateBesideIt() {
        val results = session { lap(10, 1) { work -> measure<WallClock, FlopsAndRate>("x") { work() } } }
        val totals = results["flops"]!!.find("x")!!.inclusive
        val seconds = results["wall_clock"]!!.find("x")!!.inclusive.sum / 1e9
        assertEquals(10.0, totals.sum(0))
        assertEquals(10.0 / seconds, totals.sum(1), 1e-6 * totals.sum(1))
        assertEquals(listOf("flops", "flops_rate"), FlopsAndRate.elements)
    }
}
