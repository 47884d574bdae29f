package timemory.live.session

import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.threadCpuNanoseconds
import timemory.internal.platform.threadCpuUnavailable

/**
 * How much processor time the calling thread takes from a moment on: elapsed time, on a machine that is busy with something else, is many
 * times that. Where it is not known, as of virtual threads, elapsed time.
 */
internal class CpuStopwatch {
    private val begin = monotonicNanoseconds()
    private val before = processorTime()

    /** Nanoseconds up to now. */
    fun soFar(): Long {
        val elapsed = monotonicNanoseconds() - begin
        val after = processorTime()
        return if (before != UNKNOWN && after >= before) minOf(elapsed, after - before) else elapsed
    }

    private fun processorTime(): Long = try {
        if (threadCpuUnavailable() == null) threadCpuNanoseconds() else UNKNOWN
    } catch (_: UnsupportedOperationException) { // of a virtual thread
        UNKNOWN
    }

    private companion object {
        const val UNKNOWN = -1L
    }
}
