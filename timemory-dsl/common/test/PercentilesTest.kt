package timemory

import kotlin.math.ceil
import kotlin.random.Random
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.callgraph.record
import timemory.statistics.Distribution
import timemory.statistics.Histogram

class PercentilesTest {
    private fun exact(sorted: List<Long>, percentile: Double): Long = sorted[maxOf(0, ceil(percentile / 100 * sorted.size).toInt() - 1)]

    @Test
    fun percentilesAreThoseOfTheSortedNumbersToThreeDigits() {
        val random = Random(7)
        repeat(repeats(50, thorough = 200)) { round ->
            val numbers = List(random.nextInt(1, 3_000)) { random.nextLong() ushr random.nextInt(1, 64) }
            val whole = Histogram()
            val first = Histogram()
            val second = Histogram()
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
    fun percentilesAreThoseOfTheNearestRankExactly() {
        for (total in listOf(1, 2, 3, 7, 20, 100, 1_000)) {
            val histogram = Histogram()
            for (number in 1..total) histogram.record(number.toLong())
            for (tenths in 1..1_000) {
                val expected = (tenths.toLong() * total + 999L) / 1_000L
                assertEquals(expected, histogram.valueAt(tenths / 10.0), "${tenths / 10.0} % of $total")
            }
        }
        val outlier = Histogram()
        repeat(999) { outlier.record(1L) }
        outlier.record(1_000_000_000L)
        assertEquals(1L, outlier.valueAt(99.9))
        assertTrue(outlier.valueAt(99.91) > 1L)
    }

    @Test
    fun eachNumberLiesInItsBucket() {
        for (number in (1L..2_000L) + (0..62).map { 1L shl it }) {
            val bucket = Distribution().apply { record(number) }.buckets().single()
            val recorded = Histogram().apply { record(number) }.valueAt(100.0)
            assertTrue(bucket.from <= recorded && recorded < bucket.to, "$number in ${bucket.from} to ${bucket.to}")
        }
    }

    @Test
    fun theLargestNumberHasItsPlace() {
        val histogram = Histogram()
        histogram.record(Long.MAX_VALUE)
        histogram.record(0)
        assertEquals(Long.MAX_VALUE, histogram.valueAt(100.0))
        assertEquals(0, histogram.valueAt(50.0))
    }

    @Test
    fun aCopyIsItsOwn() {
        val histogram = Histogram().apply { record(5) }
        val copy = histogram.copy()
        histogram.record(9)
        assertEquals(5, copy.valueAt(100.0))
    }

    @Test
    fun aBucketCountsBeyondFourBillion() {
        val histogram = Histogram().apply { record(5) }
        repeat(40) { histogram.add(histogram.copy()) }
        histogram.record(7)
        val counts = LinkedHashMap<Long, Long>()
        histogram.forEach { value, count -> counts[value] = count }
        assertEquals(mapOf(5L to (1L shl 40), 7L to 1L), counts)
        histogram.subtract(Histogram().apply { record(5) })
        histogram.copy().forEach { value, count -> if (value == 5L) assertEquals((1L shl 40) - 1, count) }
    }

    @Test
    fun whatWasRecordedSinceACopyIsTheDifference() {
        val random = Random(3)
        val all = Histogram()
        repeat(500) { all.record(random.nextLong(1L shl 40)) }
        val later = Histogram()
        val earlier = all.copy()
        repeat(500) { random.nextLong(1L shl 40).let { number -> all.record(number).also { later.record(number) } } }
        all.subtract(earlier)
        for (percentile in 0..100) assertEquals(later.valueAt(percentile.toDouble()), all.valueAt(percentile.toDouble()))
    }

    @Test
    fun totalsThatShareADistributionDoNotChangeEachOther() {
        val first = Totals(FakeClock).apply { addDistribution(Distribution().apply { record(3) }) }
        first.addLap(3)
        val second = Totals(FakeClock).also { it.addAll(first) }
        second.addLap(100)
        second.addDistribution(Distribution().apply { record(100) })
        first.addLap(50)
        first.addDistribution(Distribution().apply { record(50) })
        assertEquals(50.0, first.percentile(100.0))
        assertEquals(100.0, second.percentile(100.0))
        assertEquals(2, second.histogram().sumOf { it.count })
    }

    @Test
    fun bucketsFollowEachOtherWithoutAGap() {
        val random = Random(5)
        val distribution = Distribution()
        repeat(2_000) { distribution.record(random.nextLong() ushr random.nextInt(1, 64)) }
        val buckets = distribution.buckets()
        assertEquals(2_000, buckets.sumOf { it.count })
        for (i in 1 until buckets.size) assertEquals(buckets[i - 1].to, buckets[i].from)
        assertTrue(buckets.first().count > 0 && buckets.last().count > 0)
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
