package timemory.sampling.interval

/**
 * When to read next: at multiples of [interval] after the first time. A reading that comes too late for the next moment is not made up for;
 * its interval is longer then. So that readings never take more than a [MAX_SHARE]th of a processor, the interval is longer where they
 * would. What they take is the least of the last [REMEMBERED], as on a machine that is busy with something else most take longer.
 *
 * @param interval in nanoseconds
 */
internal class ReadingTimes(private val interval: Long) {
    /** The moment of the next reading. */
    var next: Long = 0L
        private set

    /** What the last readings took, one after the other in a circle. */
    private val last = LongArray(REMEMBERED)
    private var count = 0L
    private var isSlow = false

    /** The first interval begins at [now]. */
    fun begin(now: Long) {
        next = now + interval
    }

    /** A reading took from [begin] to [end]. A sentence where that is too long for the interval, the first time. */
    fun took(begin: Long, end: Long): String? {
        last[(count++ % REMEMBERED).toInt()] = end - begin
        val usual = last.min() // nothing before there are as many
        val isTooSlow = MAX_SHARE * usual > interval
        val length = if (isTooSlow) MAX_SHARE * usual else interval
        next = if (isTooSlow) begin + length else next + interval * maxOf(1L, (end - next + interval) / interval)
        if (!isTooSlow || isSlow) return null
        isSlow = true
        return "reading components takes ${usual / 1000L} us, which is too long for every ${textOfTime(interval)}: they are read less " +
            "often, so that it takes a ${MAX_SHARE}th of a processor at most"
    }

    private companion object {
        const val MAX_SHARE = 20L
        const val REMEMBERED = 8
    }
}
