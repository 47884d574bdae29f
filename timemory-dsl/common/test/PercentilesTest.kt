package timemory

import kotlin.math.ceil
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.callgraph.record
import timemory.statistics.SparseHistogram

class PercentilesTest {
    private fun exact(sorted: List<Long>, percentile: Double): Long = sorted[maxOf(0, ceil(percentile / 100 * sorted.size).toInt() - 1)]

    @Test
    fun percentilesAreThoseOfTheSortedNumbersToThreeDigits() {
        val random = Random(7)
        repeat(repeats(50, thorough = 200)) { round ->
            val numbers = List(random.nextInt(1, 3_000)) { random.nextLong() ushr random.nextInt(1, 64) }
            val whole = SparseHistogram()
            val first = SparseHistogram()
            val second = SparseHistogram()
            for (number in numbers) {
                whole.record(number)
                (if (random.nextBoolean()) first else second).record(number)
            }
            val joined = first.copy().also { it.add(second) }
            val sorted = numbers.sorted()
            for (percentile in listOf(0.1, 1.0, 50.0, 90.0, 99.9, 100.0)) {
                val expected = exact(sorted, percentile)
                val found = whole.valueAt(percentile)
                assertTrue(
                    found >= expected && found - expected <= expected / 1000,
                    "round $round: $percentile % is $expected, found $found",
                )
                assertEquals(found, joined.valueAt(percentile))
            }
        }
    }

    @Test
    fun theLargestNumberHasItsPlace() {
        val histogram = SparseHistogram()
        histogram.record(Long.MAX_VALUE)
        histogram.record(0)
        assertEquals(Long.MAX_VALUE, histogram.valueAt(100.0))
        assertEquals(0, histogram.valueAt(50.0))
    }

    @Test
    fun aCopyIsItsOwn() {
        val histogram = SparseHistogram().apply { record(5) }
        val copy = histogram.copy()
        histogram.record(9)
        assertEquals(5, copy.valueAt(100.0))
    }

    @Test
    fun lapsHaveThemOnRequest() {
        val results = session({ percentiles = "50,90" }) {
            for (ticks in listOf(1L, 2L, 30L)) measure<FakeClock>("x") { pass(ticks) }
        }
        val totals = results["fake_clock"]!!.find("x")!!.inclusive
        assertEquals(2.0, totals.percentile(50.0))
        assertEquals(30.0, totals.percentile(90.0))
        assertNull(session { measure<FakeClock>("x") { pass(1) } }["fake_clock"]!!.find("x")!!.inclusive.percentile(50.0))
    }
}
