package timemory.live.session

import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.threadCpuNanoseconds
import timemory.internal.platform.threadCpuUnavailable

/**
 * Measures the processor time of the calling thread. On a busy machine, elapsed time would be many times that. Falls back to elapsed time
 * if processor time is unavailable, as for virtual threads.
 */
internal class CpuStopwatch {
    private val begin = monotonicNanoseconds()
    private val before = processorTime()

    /** Returns the nanoseconds so far. */
    fun soFar(): Long {
        val elapsed = monotonicNanoseconds() - begin
        val after = processorTime()
        return if (before != UNKNOWN && after >= before) minOf(elapsed, after - before) else elapsed
    }

    private fun processorTime(): Long = try {
        if (threadCpuUnavailable() == null) threadCpuNanoseconds() else UNKNOWN
    } catch (_: UnsupportedOperationException) { // on a virtual thread
        UNKNOWN
    }

    private companion object {
        const val UNKNOWN = -1L
    }
}
