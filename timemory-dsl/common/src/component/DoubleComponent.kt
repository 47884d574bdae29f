package timemory

import kotlin.math.sqrt

/**
 * A component whose value is a floating-point number: a temperature, a ratio, energy in joules.
 *
 * Implementations override [start] and [stop] and call [record] with the value of the lap. A value that is not a number
 * (`NaN`) is refused with an [IllegalArgumentException], since it would spoil every sum it enters.
 */
public abstract class DoubleComponent : Component() {
    /** Value of the last lap. */
    public var last: Double = 0.0
        private set

    /** Sum over all laps. */
    public var sum: Double = 0.0
        private set

    /** Smallest lap; 0 before the first lap. */
    public var min: Double = 0.0
        private set

    /** Largest lap; 0 before the first lap. */
    public var max: Double = 0.0
        private set

    private var runningMean = 0.0
    private var squares = 0.0

    /** Mean of the laps; 0 before the first lap. */
    public val mean: Double
        get() = if (laps == 0L) 0.0 else sum / laps

    /** Sample standard deviation of the laps; 0 for fewer than two laps. */
    public val standardDeviation: Double
        get() = if (laps < 2L) 0.0 else sqrt(squares / (laps - 1))

    /** Adds one lap of [value]. */
    protected fun record(value: Double) {
        require(!value.isNaN()) { "${this::class.simpleName} recorded a lap that is not a number" }
        laps++
        if (laps == 1L) {
            min = value
            max = value
        } else {
            if (value < min) min = value
            if (value > max) max = value
        }
        // Welford's update: stays accurate where the sum of squares cancels.
        val distance = value - runningMean
        runningMean += distance / laps
        squares += distance * (value - runningMean)
        last = value
        sum += value
    }

    override fun reset() {
        super.reset()
        last = 0.0
        sum = 0.0
        min = 0.0
        max = 0.0
        runningMean = 0.0
        squares = 0.0
    }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addDoubles(laps, sum, last, min, max, squares)
    }

    final override fun recordLastLapOf(other: Component) {
        record((other as DoubleComponent).last)
    }

    override fun toString(): String = "${this::class.simpleName}(laps $laps, sum $sum)"
}
