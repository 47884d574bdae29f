package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue

class NativeTotalsTest {
    @Test
    fun totalsAreAddedAndTakenApart() {
        session {
            fun totals(ticks: Long): List<Totals> {
                val region = bundleOf(listOf(FakeClock, RuntimeBundleTest.Share)).region("x")
                region.start()
                pass(ticks)
                region.stop()
                return region.totals()
            }
            val (clock, share) = totals(6)
            val (otherClock, otherShare) = totals(4)
            assertEquals(
                listOf(2.0, 10.0, 4.0, 6.0),
                with(clock + otherClock) { listOf(laps.toDouble(), sum, statistics[0].min, statistics[0].max) },
            )
            assertEquals(listOf(0.0, 2.0), with(clock - otherClock) { listOf(laps.toDouble(), sum) })
            assertEquals(2L, (clock - otherClock).exactSum)
            assertTrue((clock - otherClock).statistics[0].min.isNaN())
            // Twice the clock, divided by the clock: two, however many laps.
            assertEquals(listOf(2.0, 2.0), listOf((share + otherShare).sum(0), (share - otherShare).sum(0)))
            assertFailsWith<IllegalArgumentException> { clock + share }
        }
    }
}
