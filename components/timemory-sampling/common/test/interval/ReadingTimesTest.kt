package timemory.sampling.interval

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertNotNull
import kotlin.test.assertNull

/** The times of the next readings, in nanoseconds of a clock that only the test advances. */
class ReadingTimesTest {
    private val times = ReadingTimes(interval = 1_000L).also { it.begin(500L) }

    private fun reading(took: Long, late: Long = 0L): String? = times.next.let { times.took(it + late, it + late + took) }

    @Test
    fun readingsAreAtMultiplesOfTheInterval() {
        assertEquals(1_500L, times.next)
        assertNull(reading(took = 10L, late = 300L))
        assertEquals(2_500L, times.next, "a reading that is late does not move the next")
        assertNull(reading(took = 10L))
        assertEquals(3_500L, times.next)
    }

    @Test
    fun whatIsMissedIsNotMadeUpFor() {
        assertNull(reading(took = 10L, late = 2_600L))
        assertEquals(4_500L, times.next)
        assertNull(reading(took = 10L, late = 1_990L))
        assertEquals(7_500L, times.next, "the moment at which it ends is over as well")
    }

    @Test
    fun readingsNeverTakeMoreThanATwentiethOfTheTime() {
        repeat(7) { assertNull(reading(took = 300L)) }
        val eighth = times.next
        assertEquals(500L + 8 * 1_000L, eighth, "a few slow ones delay nothing")
        assertContains(assertNotNull(reading(took = 400L)), "takes at most a 20th of a processor")
        assertEquals(eighth + 20 * 300L, times.next)
        assertNull(reading(took = 350L), "it is said once")
        assertEquals(eighth + 2 * 20 * 300L, times.next)
        assertNull(reading(took = 10L))
        val next = times.next
        assertNull(reading(took = 300L))
        assertEquals(next + 1_000L, times.next, "where one of them is quick, the others were kept waiting")
    }
}
