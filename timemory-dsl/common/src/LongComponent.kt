package timemory

import kotlin.math.sqrt
import timemory.statistics.plusSaturated

/**
 * A component whose value is an integer in raw units: nanoseconds for time, bytes for memory, a count otherwise.
 *
 * Implementations override [start] and [stop] and call [record] with the value of the lap. Where the value is the
 * difference of two readings, extend [LongDeltaComponent] instead.
 *
 * Variance is kept as sums of distances from the first lap rather than as sums of squares, because squares of large
 * values of almost the same size cancel to nothing.
 */
public abstract class LongComponent : Component() {
    /** Value of the last lap, in raw units. */
    public var last: Long = 0L
        private set

    /** Sum over all laps, in raw units. */
    public var sum: Long = 0L
        private set

    /** Smallest lap, in raw units; 0 before the first lap. */
    public var min: Long = 0L
        private set

    /** Largest lap, in raw units; 0 before the first lap. */
    public var max: Long = 0L
        private set

    private var first = 0L
    private var distances = 0.0
    private var squaredDistances = 0.0

    /** Mean of the laps, in raw units; 0 before the first lap. */
    public val mean: Double
        get() = if (laps == 0L) 0.0 else sum.toDouble() / laps

    /** Sample standard deviation of the laps, in raw units; 0 for fewer than two laps. */
    public val standardDeviation: Double
        get() = if (laps < 2L) 0.0 else sqrt(squaresAroundMean() / (laps - 1))

    /** Adds one lap of [value] raw units. */
    protected fun record(value: Long) {
        if (laps == 0L) {
            if (value < 0L) checkNegative(value)
            first = value
            min = value
            max = value
        } else {
            if (value < min) {
                if (value < 0L) checkNegative(value)
                min = value
            }
            val distance = (value - first).toDouble()
            distances += distance
            squaredDistances += distance * distance
            if (value > max) max = value
        }
        last = value
        sum += value
        laps++
    }

    /** Throws an exception where [value], which is negative and less than every lap before, cannot be that of a lap. */
    @InternalTimemoryApi
    public open fun checkNegative(value: Long) {}

    override fun reset() {
        super.reset()
        last = 0L
        sum = 0L
        min = 0L
        max = 0L
        distances = 0.0
        squaredDistances = 0.0
    }

    /** All that it has recorded, for [restore]. */
    internal fun state(): LongArray =
        longArrayOf(laps, last, sum, min, max, first, distances.toRawBits(), squaredDistances.toRawBits())

    internal fun restore(state: LongArray) {
        laps = state[0]
        last = state[1]
        sum = state[2]
        min = state[3]
        max = state[4]
        first = state[5]
        distances = Double.fromBits(state[6])
        squaredDistances = Double.fromBits(state[7])
    }

    private fun squaresAroundMean(): Double = maxOf(0.0, squaredDistances - distances * distances / laps)

    override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addLongs(laps, sum, first.toDouble() * laps + distances, last, min, max, squaresAroundMean())
    }

    override fun recordSumOf(others: List<Component>) {
        if (others.any { it.laps > 0L }) record(others.fold(0L) { sum, other -> plusSaturated(sum, (other as LongComponent).sum) })
    }

    @InternalTimemoryApi
    public fun recordValue(value: Long): Unit = record(value)

    final override fun recordLastLapOf(other: Component) {
        record((other as LongComponent).last)
    }

    override fun toString(): String = "${this::class.simpleName}(laps $laps, sum $sum)"
}
