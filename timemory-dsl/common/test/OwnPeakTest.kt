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
        var faults = 0L

        override fun origin(index: Int): String = "the test"

        override fun read(into: LongArray) {
            reads++
            into[UsageIndex.PEAK_RSS] = peak ?: throw UnsupportedOperationException("no such file")
            if (faults > 0) into[UsageIndex.MINOR_FAULTS] = faults
        }
    }

    private val usage = Moved(900 * KB)
    private val mark = Moved(20 * KB)
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
        assertEquals(20 * KB, peak())
        mark.peak = 899 * KB
        assertEquals(899 * KB, peak())
    }

    @Test
    fun withoutAPageFaultSinceTheMarkIsNotReadAgain() {
        own.look(usage)
        usage.faults = 7
        assertEquals(20 * KB, peak())
        val before = mark.reads
        assertEquals(20 * KB, peak())
        assertEquals(before, mark.reads)
        usage.faults = 8
        mark.peak = 30 * KB
        assertEquals(30 * KB, peak())
        assertEquals(30 * KB, peak())
        assertEquals(before + 1, mark.reads)
        mark.peak = 31 * KB
        usage.faults = 8L + (1 shl 30) - 1
        assertEquals(31 * KB, peak())
    }

    @Test
    fun onceItsOwnPeakIsHigherTheMarkIsReadNoMore() {
        own.look(usage)
        usage.peak = 901 * KB
        mark.peak = 901 * KB
        val before = mark.reads
        assertEquals(901 * KB, peak())
        usage.peak = 950 * KB
        assertEquals(950 * KB, peak())
        assertEquals(before, mark.reads)
    }

    @Test
    fun aPeakOfItsOwnIsTakenAsItIs() {
        mark.peak = 900 * KB
        own.look(usage)
        val before = mark.reads
        usage.peak = 1_000 * KB
        assertEquals(1_000 * KB, peak())
        assertEquals(before, mark.reads)
    }

    @Test
    fun withoutAMarkThePeakIsWhatTheKernelCounts() {
        mark.peak = null
        own.look(usage)
        assertEquals(900 * KB, peak())
    }

    @Test
    fun whereNobodyAsksForThePeakNothingIsReadForIt() {
        assertEquals(900 * KB, peak())
        assertEquals(0, mark.reads)
    }

    private companion object {
        const val KB = 1024L
    }
}
