package timemory.sampling.interval

import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertTrue

/** The number of rows stays bounded, and only their time resolution is lost. */
class SampledRowsTest {
    private val kinds = listOf(SampledKind.LEVEL, SampledKind.AMOUNT, SampledKind.MEAN)

    /** Adds readings number [from] until [until], of 10 ns each: a level, an amount and a mean with the same value. */
    private fun SampledRows.addAll(from: Int, until: Int, value: (Int) -> Double = { it.toDouble() }) {
        for (i in from until until) value(i).let { add(10L * (i + 1), 10L, doubleArrayOf(it, it, it)) }
    }

    @Test
    fun eachReadingIsARowWhileThereIsRoom() {
        val rows = SampledRows(kinds, 4)
        rows.addAll(0, 4)
        assertEquals(4, rows.size)
        assertEquals(1, rows.readingsOfRow)
        assertContentEquals(doubleArrayOf(40.0, 10.0, 1.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 3.0), rows.copy().last())
    }

    @Test
    fun whereThereIsNoneTwoBecomeOne() {
        val rows = SampledRows(kinds, 4)
        rows.addAll(0, 5)
        val all = rows.copy()
        assertEquals(listOf(20.0, 40.0, 50.0), all.map { it[SampledRows.END] })
        assertEquals(listOf(20.0, 20.0, 10.0), all.map { it[SampledRows.COVERED] })
        assertEquals(listOf(2.0, 2.0, 1.0), all.map { it[SampledRows.READINGS] })
        // The level is the mean, the amount the sum; both have the minimum and the maximum.
        assertContentEquals(doubleArrayOf(2.5, 2.0, 3.0, 5.0, 2.0, 3.0, 2.5, 2.0, 3.0), all[1].copyOfRange(3, 12))
        assertEquals(2, rows.readingsOfRow)
    }

    @Test
    fun rowsAreNeverMoreThanTheyMayBeAndCoverEverything() {
        for (most in 2..9) {
            val rows = SampledRows(kinds, most)
            for (count in 1..1000) {
                rows.addAll(count - 1, count) { (it * 7919) % 1000 + 1.0 }
                assertTrue(rows.size <= most, "${rows.size} rows of $most")
                if (count >= most) assertTrue(rows.size * 2 >= most, "${rows.size} rows of $most after $count readings")
            }
            val all = rows.copy()
            val expected = (0 until 1000).map { (it * 7919) % 1000 + 1.0 }
            assertEquals(10_000.0, all.last()[SampledRows.END])
            assertEquals(10_000.0, all.sumOf { it[SampledRows.COVERED] })
            assertEquals(1000.0, all.sumOf { it[SampledRows.READINGS] })
            assertEquals(expected.sum(), all.sumOf { it[6] }, "of the amount")
            assertEquals(expected.average(), all.sumOf { it[3] * it[1] } / 10_000.0, 1e-9, "of the level")
            assertEquals(expected.min(), all.minOf { it[4] })
            assertEquals(expected.max(), all.maxOf { it[5] })
        }
    }

    @Test
    fun whatLastedLongerWeighsMore() {
        val rows = SampledRows(listOf(SampledKind.LEVEL), 2)
        rows.add(10L, 10L, doubleArrayOf(4.0))
        rows.add(40L, 30L, doubleArrayOf(8.0))
        rows.add(50L, 10L, doubleArrayOf(1.0))
        assertContentEquals(doubleArrayOf(40.0, 40.0, 2.0, 7.0, 4.0, 8.0), rows.copy()[0])
    }

    @Test
    fun aPauseIsNotCovered() {
        val rows = SampledRows(listOf(SampledKind.AMOUNT), 2)
        rows.add(10L, 10L, doubleArrayOf(1.0))
        rows.add(100L, 10L, doubleArrayOf(2.0))
        rows.add(110L, 10L, doubleArrayOf(4.0))
        assertContentEquals(doubleArrayOf(100.0, 20.0, 2.0, 3.0, 1.0, 2.0), rows.copy()[0])
    }

    @Test
    fun whatCouldNotBeReadSpoilsNothing() {
        val rows = SampledRows(kinds, 2)
        rows.addAll(0, 3) { if (it == 1) Double.NaN else it + 1.0 }
        assertContentEquals(doubleArrayOf(1.0, 1.0, 1.0), rows.copy()[0].copyOfRange(3, 6))
        val unread = SampledRows(kinds, 2)
        unread.addAll(0, 3) { Double.NaN }
        assertTrue(unread.copy()[0].drop(3).all { it.isNaN() })
    }
}
