package timemory.live.pace

import timemory.internal.platform.Latch
import timemory.internal.platform.monotonicNanoseconds

/** When a thread that works every so often goes on, until it is told to end. */
internal class Pace {
    private val end = Latch()

    /** `false` where it is to end before [moment], which a monotonic clock shows. */
    fun waitUntil(moment: Long): Boolean {
        while (!end.isOpen) {
            val left = moment - monotonicNanoseconds()
            if (left <= 0L) return true
            end.await(microseconds = (left / 1000L).coerceIn(1L, LONGEST_NAP).toInt())
        }
        return false
    }

    fun end(): Unit = end.open()

    companion object {
        /** In microseconds. */
        const val LONGEST_NAP: Long = 50_000L
    }
}
