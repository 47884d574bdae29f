package timemory.sampling.interval

/**
 * Schedules readings at multiples of [interval] after the first one. A reading that is too late for the next time is not made up for; its
 * interval is longer then. The interval is also extended so that readings never take more than a [MAX_SHARE]th of a processor. Their cost
 * is the minimum over the last [REMEMBERED], because most take longer on a busy machine.
 *
 * @param interval in nanoseconds
 */
internal class ReadingTimes(private val interval: Long) {
    /** The time of the next reading. */
    var next: Long = 0L
        private set

    /** The durations of the last readings, as a ring buffer. */
    private val last = LongArray(REMEMBERED)
    private var count = 0L
    private var isSlow = false

    /** Starts the first interval at [now]. */
    fun begin(now: Long) {
        next = now + interval
    }

    /** Records that a reading took from [begin] to [end]. Returns a sentence the first time that this is too long for the interval. */
    fun took(begin: Long, end: Long): String? {
        last[(count++ % REMEMBERED).toInt()] = end - begin
        val usual = last.min() // no limit until the buffer is full
        val isTooSlow = MAX_SHARE * usual > interval
        val length = if (isTooSlow) MAX_SHARE * usual else interval
        next = if (isTooSlow) begin + length else next + interval * maxOf(1L, (end - next + interval) / interval)
        if (!isTooSlow || isSlow) return null
        isSlow = true
        return "reading components takes ${usual / 1000L} us, too long for an interval of ${textOfTime(interval)}: they are read less " +
            "often, so that it takes at most a ${MAX_SHARE}th of a processor"
    }

    private companion object {
        const val MAX_SHARE = 20L
        const val REMEMBERED = 8
    }
}
