package timemory

import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component whose value is a floating-point number: a temperature, a ratio, energy in joules.
 *
 * Implementations override [start] and [stop] and call [record] with the value of the lap. [record] throws an [IllegalArgumentException]
 * for `NaN` and infinity, which would invalidate all sums.
 */
public abstract class DoubleComponent : Component() {
    /** Value of the last lap. */
    public var last: Double = 0.0
        private set

    private var statistics = Statistics()

    /** Sum over all laps. */
    public val sum: Double get() = statistics.sum

    /** Smallest lap; 0 before the first lap. */
    public val min: Double get() = statistics.min

    /** Largest lap; 0 before the first lap. */
    public val max: Double get() = statistics.max

    /** Mean of the laps; 0 before the first lap. */
    public val mean: Double get() = statistics.mean

    /** Sample standard deviation of the laps; 0 for fewer than two laps. */
    public val standardDeviation: Double get() = statistics.standardDeviation

    /** Adds one lap of [value]. */
    protected fun record(value: Double) {
        requireFinite(value)
        statistics.add(value)
        last = value
        laps++
    }

    override fun reset() {
        super.reset()
        last = 0.0
        statistics = Statistics()
    }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addDoubles(last, statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.any { it.laps > 0L }) record(others.sumOf { (it as DoubleComponent).sum })
    }

    final override fun recordLastLapOf(other: Component) {
        record((other as DoubleComponent).last)
    }

    override fun combine(other: Component, sign: Int) {
        other as DoubleComponent
        statistics.combine(other.statistics, sign)
        if (sign > 0 && other.laps > 0L) last = other.last
        laps = statistics.count
    }

    override fun scale(factor: Double) {
        statistics.scale(factor)
        last *= factor
    }

    override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        last = fields.number("last", last)
        statistics.exchange("", fields)
    }

    override fun toString(): String = "$shortName(laps $laps, sum $sum)"
}

/** A NaN or infinite value would invalidate every sum. */
internal fun Component.requireFinite(value: Double) = require(value.isFinite()) {
    "$shortName recorded a lap that is " + if (value.isNaN()) "not a number" else "infinite"
}
