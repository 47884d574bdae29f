package timemory.internal.platform

import kotlin.jvm.JvmField

/**
 * The line that leads from ticks of the processor's counter to nanoseconds of the monotonic clock: at [ticks] it was [nanoseconds], and a
 * tick takes [scale] / 2^56 nanoseconds. It holds for [length] ticks; a thread that reads the counter later asks for the next one
 * ([TickClock.readLate]).
 *
 * A reading is `nanoseconds + ((now - ticks) * 2^SHIFT * scale) / 2^64`: one subtraction, one comparison, one shift, and the upper half of
 * one multiplication.
 */
internal open class TickLine(
    @JvmField val ticks: Long,
    @JvmField val nanoseconds: Long,
    @JvmField val scale: Long,
    @JvmField val length: Long,
) {
    /** How long a tick takes. */
    val nanosecondsPerTick: Double get() = scale / ONE

    /** The time when the counter is at [now]: what a reading gives, or a nanosecond more. A counter that is behind reads as at its start. */
    fun at(now: Long): Long = nanoseconds + (maxOf(0L, now - ticks) * nanosecondsPerTick).toLong()

    companion object {
        const val SHIFT: Int = 8

        /** The most nanoseconds that a tick may take. */
        const val MAX_TICK: Double = 100.0
        const val ONE: Double = 72057594037927936.0 // 2^56

        /**
         * Reads the clock between two readings of the counter, and takes that of so many [attempts] in which they lay closest together:
         * there the thread was not interrupted, and the clock belongs to the middle between them.
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

/** Keeps the line of a counter on its clock. */
internal interface TickClock {
    /** The time now, when the line that was followed until now does not hold any more. */
    fun readLate(): Long
}

/** Counter and clock at one moment. */
internal class TickPoint(val ticks: Long, val nanoseconds: Long)
