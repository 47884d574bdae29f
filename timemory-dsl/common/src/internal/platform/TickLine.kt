package timemory.internal.platform

import kotlin.jvm.JvmField

/**
 * The line that maps ticks of the processor's counter to nanoseconds of the monotonic clock: at [ticks] it was [nanoseconds], and a tick
 * takes [scale] / 2^56 nanoseconds. It is valid for [length] ticks; a thread that reads the counter later requests the next one
 * ([TickClock.readLate]).
 *
 * A reading is `nanoseconds + ((now - ticks) * 2^SHIFT * scale) / 2^64`: a subtraction, a comparison, a shift, and the upper half of a
 * multiplication.
 */
internal open class TickLine(
    @JvmField val ticks: Long,
    @JvmField val nanoseconds: Long,
    @JvmField val scale: Long,
    @JvmField val length: Long,
) {
    /** The duration of a tick. */
    val nanosecondsPerTick: Double get() = scale / ONE

    /**
     * The time when the counter is at [now]: the value of a reading, or a nanosecond more. A counter that is behind the start of the line
     * reads as its start.
     */
    fun at(now: Long): Long = nanoseconds + (maxOf(0L, now - ticks) * nanosecondsPerTick).toLong()

    companion object {
        const val SHIFT: Int = 8

        /** The maximum number of nanoseconds per tick. */
        const val MAX_TICK: Double = 100.0
        const val ONE: Double = 72057594037927936.0 // 2^56

        /**
         * Reads the clock between two readings of the counter, and of several [attempts] uses the one with the closest readings: there the
         * thread was not interrupted, and the clock corresponds to the middle between them.
         */
        inline fun now(attempts: Int, counter: () -> Long, clock: () -> Long): TickPoint {
            var ticks = 0L
            var at = 0L
            var shortest = Long.MAX_VALUE
            repeat(attempts) {
                val before = counter()
                val nanoseconds = clock()
                val length = counter() - before
                if (length in 0L until shortest) {
                    shortest = length
                    ticks = before + length / 2
                    at = nanoseconds
                }
            }
            return TickPoint(ticks, at)
        }
    }
}

/** Synchronises the line of a counter with its clock. */
internal interface TickClock {
    /** Returns the current time when the previous line is no longer valid. */
    fun readLate(): Long
}

/** Counter and clock at one point in time. */
internal class TickPoint(val ticks: Long, val nanoseconds: Long)
