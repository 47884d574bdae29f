package timemory.live.throttle

/**
 * The overhead of the laps of one call path since the last look, and the time they measured.
 *
 * @property label the label of the region
 * @property lapCost the overhead of a measured lap, in nanoseconds
 */
internal abstract class RegionCost(val label: String, var lapCost: Double) {
    /** The number of measured laps. */
    var measured = 0L

    /** The number of laps that were counted but not measured. */
    var skipped = 0L

    /** The total duration of the measured laps, in nanoseconds; 0 if unknown. */
    var told = 0L

    /** Whether it is currently throttled. */
    var isThrottled = false
        private set

    /** The minimum duration of the next throttling. */
    private var rest = MIN_REST
    private var restsUntil = 0L

    /** The actual overhead of its laps. */
    val cost: Double get() = measured * lapCost + skipped * minOf(lapCost, SKIPPED_COST)

    /** The overhead if all laps were measured. */
    val fullCost: Double get() = (measured + skipped) * lapCost

    /** The overhead if it were throttled. */
    val minCost: Double
        get() = (measured + skipped) * (lapCost / SampledLaps.MEASURED_ONE_OF + minOf(lapCost, SKIPPED_COST))

    /** Long laps are informative and cheap, so they are not throttled. */
    val mayBeThrottled: Boolean get() = !isThrottled && measured > 0L && told < LONG_LAPS * lapCost * measured

    /** The throttling priority: high if the overhead is high, and a large part of the measured time. */
    val priority: Double get() = cost * cost / maxOf(1.0, told.toDouble())

    fun mayReturn(now: Long): Boolean = isThrottled && now >= restsUntil

    fun throttle(now: Long) {
        isThrottled = true
        restsUntil = now + rest
        rest = minOf(2 * rest, MAX_REST)
        switch(true)
    }

    fun bringBack() {
        isThrottled = false
        switch(false)
    }

    /** Starts or stops throttling. */
    protected abstract fun switch(isThrottled: Boolean)

    companion object {
        const val MIN_REST: Long = 10_000_000_000L
        const val MAX_REST: Long = 600_000_000_000L

        /**
         * The time for opening and closing a region whose lap is not measured, in nanoseconds. Measured on the JVM, on an AMD EPYC, where a
         * measured lap takes 64 ns (`build/bench --only throttled`).
         */
        const val SKIPPED_COST: Double = 14.0
        private const val LONG_LAPS = 100.0
    }
}
