package timemory.live.session

import kotlin.test.Test
import kotlin.test.assertTrue
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause

/** The processor time of some work, whatever else the machine does. */
class CpuStopwatchTest {
    @Test
    fun waitingForAProcessorIsNoEffort() {
        val begin = monotonicNanoseconds()
        val effort = CpuStopwatch()
        while (monotonicNanoseconds() - begin < 200_000_000L) pause(microseconds = 20_000)
        assertTrue(effort.soFar() < 100_000_000L, "${effort.soFar()} ns")
    }

    @Test
    fun workIs() {
        val effort = CpuStopwatch()
        var sum = 0L
        while (effort.soFar() < 5_000_000L) for (i in 0 until 1000) sum += i
        assertTrue(sum > 0L)
    }
}
