package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.internal.platform.UsageIndex
import timemory.internal.source.OwnPeak
import timemory.internal.source.Source

/** The peak of a process that a larger one may have started, by numbers that the test moves. */
class OwnPeakTest {
    private class Moved(var peak: Long?) : Source(UsageIndex.COUNT, Binding.PROCESS) {
        var reads = 0
            private set

        override fun origin(index: Int): String = "the test"

        override fun read(into: LongArray) {
            reads++
            into[UsageIndex.PEAK_RSS] = peak ?: throw UnsupportedOperationException("no such file")
        }
    }

    private val usage = Moved(900)
    private val mark = Moved(20)
    private val own = OwnPeak(mark)

    private fun peak(): Long {
        val numbers = LongArray(UsageIndex.COUNT)
        usage.read(numbers)
        own.correct(numbers)
        return numbers[UsageIndex.PEAK_RSS]
    }

    @Test
    fun thePeakOfALargerProcessThatStartedThisOneIsNotIts() {
        own.look(usage)
        assertEquals(20, peak())
        mark.peak = 899
        assertEquals(899, peak())
    }

    @Test
    fun onceItsOwnPeakIsHigherTheMarkIsReadNoMore() {
        own.look(usage)
        usage.peak = 901
        mark.peak = 901
        val before = mark.reads
        assertEquals(901, peak())
        usage.peak = 950
        assertEquals(950, peak())
        assertEquals(before, mark.reads)
    }

    @Test
    fun aPeakOfItsOwnIsTakenAsItIs() {
        mark.peak = 900
        own.look(usage)
        val before = mark.reads
        usage.peak = 1_000
        assertEquals(1_000, peak())
        assertEquals(before, mark.reads)
    }

    @Test
    fun withoutAMarkThePeakIsWhatTheKernelCounts() {
        mark.peak = null
        own.look(usage)
        assertEquals(900, peak())
    }

    @Test
    fun whereNobodyAsksForThePeakNothingIsReadForIt() {
        assertEquals(900, peak())
        assertEquals(0, mark.reads)
    }
}
