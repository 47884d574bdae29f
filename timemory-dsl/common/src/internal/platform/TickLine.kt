package timemory.internal.platform

/**
 * The line that leads from ticks of the time-stamp counter to nanoseconds of the monotonic clock: at [ticks] it was [nanoseconds], and
 * a tick takes [scale] / 2^60 nanoseconds.
 *
 * A reading is `nanoseconds + ((now - ticks) * 2^SHIFT * scale) / 2^64`: one subtraction, one shift, and the upper half of one
 * multiplication. It overflows 2^59 ticks after [ticks], which is six years at 3 GHz.
 */
internal class TickLine(val ticks: Long, val nanoseconds: Long, val scale: Long) {
    /** How long a tick takes. */
    val nanosecondsPerTick: Double get() = scale / ONE

    /** How far the counter at [now] is from that of the clock there, as a part of the time since the line began. */
    fun drift(now: TickPoint): Double {
        val byClock = now.nanoseconds - nanoseconds
        return if (byClock <= 0L) 0.0 else (now.ticks - ticks) * nanosecondsPerTick / byClock - 1.0
    }

    companion object {
        const val SHIFT = 4
        private const val ONE = 1152921504606846976.0 // 2^60

        /** The line through two points; `null` where they lie on none that can be: the counter must grow, by 125 MHz at least. */
        fun through(first: TickPoint, second: TickPoint): TickLine? {
            val ticks = second.ticks - first.ticks
            val nanoseconds = second.nanoseconds - first.nanoseconds
            if (ticks <= 0L || nanoseconds <= 0L || nanoseconds >= 8.0 * ticks) return null
            return TickLine(first.ticks, first.nanoseconds, (nanoseconds.toDouble() / ticks * ONE).toLong())
        }
    }
}

/** Counter and clock at one moment. */
internal class TickPoint(val ticks: Long, val nanoseconds: Long) {
    companion object {
        private const val ATTEMPTS = 200

        /**
         * Reads the clock between two readings of the counter, and takes the attempt in which they lay closest together: there the
         * thread was not interrupted, and the clock belongs to the middle between them.
         */
        inline fun now(counter: () -> Long, clock: () -> Long): TickPoint {
            var best = TickPoint(0L, 0L)
            var shortest = Long.MAX_VALUE
            repeat(ATTEMPTS) {
                val before = counter()
                val nanoseconds = clock()
                val length = counter() - before
                if (length in 0L until shortest) {
                    shortest = length
                    best = TickPoint(before + length / 2, nanoseconds)
                }
            }
            return best
        }
    }
}
