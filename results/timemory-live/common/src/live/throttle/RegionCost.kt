package timemory.live.throttle

/**
 * What the laps of one place cost in the time since it was looked at last, and what they told.
 *
 * @property label how its region is called
 * @property lapCost what measuring a lap takes, in nanoseconds
 */
internal abstract class RegionCost(val label: String, var lapCost: Double) {
    /** How many laps were measured. */
    var measured = 0L

    /** How many were not. */
    var skipped = 0L

    /** What those measured took, in nanoseconds; 0 where nothing says so. */
    var told = 0L

    /** Whether it is throttled now. */
    var isThrottled = false
        private set

    /** For how long it is throttled at least, the next time. */
    private var rest = MIN_REST
    private var restsUntil = 0L

    /** What all of its laps cost, as they were. */
    val cost: Double get() = measured * lapCost + skipped * minOf(lapCost, SKIPPED_COST)

    /** What they would, were they all measured. */
    val fullCost: Double get() = (measured + skipped) * lapCost

    /** What they would, were it throttled. */
    val leastCost: Double
        get() = (measured + skipped) * (lapCost / SampledLaps.MEASURED_ONE_OF + minOf(lapCost, SKIPPED_COST))

    /** Laps that take long tell much, and cost little. */
    val mayBeThrottled: Boolean get() = !isThrottled && measured > 0L && told < LONG_LAPS * lapCost * measured

    /** The more it costs, and the more of what it tells is that cost, the sooner it is throttled. */
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

    /** Has its laps measured, or not. */
    protected abstract fun switch(isThrottled: Boolean)

    companion object {
        const val MIN_REST: Long = 10_000_000_000L
        const val MAX_REST: Long = 600_000_000_000L

        /**
         * What a lap takes that is not measured: that a region is opened and closed. As found on the JVM, on an AMD EPYC where a measured
         * one takes 64 ns (`build/bench --only throttled`).
         */
        const val SKIPPED_COST: Double = 14.0
        private const val LONG_LAPS = 100.0
    }
}
