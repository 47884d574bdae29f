package timemory.statistics

import kotlin.math.abs
import kotlin.math.sqrt

/**
 * Count, sum, minimum, maximum and standard deviation of a stream of numbers, in raw units. Values missing in the file that they were read
 * from are `NaN`.
 *
 * Keeps the sum of squared distances from the mean (Chan, Golub and LeVeque's pairwise update), so that statistics of several threads can
 * be added without losing the variance to cancellation.
 *
 * ### Thread-safety
 * Not synchronised: those in a [CallGraph][timemory.results.CallGraph] no longer change.
 */
public class Statistics {
    /** The number of numbers. */
    public var count: Long = 0L
        private set

    /** Their sum; rounding errors are added up separately (Neumaier). */
    public val sum: Double get() = roundedSum + roundedAway

    private var roundedSum = 0.0
    private var roundedAway = 0.0

    /** The minimum; 0 if there is none. */
    public var min: Double = 0.0
        private set

    /** The maximum; 0 if there is none. */
    public var max: Double = 0.0
        private set

    /** The sum of squared distances from the mean. */
    internal var squaresAroundMean: Double = 0.0
        private set

    /** Whether [sum] is that of an unknown number of numbers: then nothing but the sum is known. */
    internal var isOnlySum: Boolean = false
        private set

    /** The mean; 0 if there is none. */
    public val mean: Double
        get() = if (isOnlySum) Double.NaN else if (count == 0L) 0.0 else within(sum / count, min, max)

    /** The sample variance (divided by count - 1); 0 for fewer than two. */
    public val variance: Double get() = if (isOnlySum) Double.NaN else if (count < 2L) 0.0 else squaresAroundMean / (count - 1)

    /** The sample standard deviation; 0 for fewer than two. */
    public val standardDeviation: Double get() = sqrt(variance)

    /** The sum of squares. */
    public val sumOfSquares: Double get() = if (isOnlySum) Double.NaN else if (count == 0L) 0.0 else squaresAroundMean + sum * sum / count

    /** Restores these values of another instance. */
    internal fun restore(count: Long, sum: Double, min: Double, max: Double, squaresAroundMean: Double, isOnlySum: Boolean) {
        this.count = count
        roundedSum = sum
        roundedAway = 0.0
        this.min = min
        this.max = max
        this.squaresAroundMean = squaresAroundMean
        this.isOnlySum = isOnlySum
    }

    internal fun add(value: Double) = add(1L, value, value, value, 0.0)

    internal fun add(other: Statistics) {
        if (other.isOnlySum) addSum(other.sum) else add(other.count, other.sum, other.min, other.max, other.squaresAroundMean)
    }

    /** Adds the sum of an unknown number of numbers. */
    internal fun addSum(sum: Double) {
        isOnlySum = true
        plus(sum)
        min = Double.NaN
        max = Double.NaN
    }

    internal fun add(count: Long, sum: Double, min: Double, max: Double, squaresAroundMean: Double) {
        if (count == 0L) return
        if (this.count == 0L && !isOnlySum) {
            this.min = min
            this.max = max
            this.squaresAroundMean = squaresAroundMean
        } else {
            val distance = sum / count - mean
            val weight = this.count.toDouble() * count / (this.count + count)
            this.squaresAroundMean += squaresAroundMean + distance * distance * weight
            // Values unknown for a part are unknown for the whole.
            if (min < this.min || min.isNaN()) this.min = min
            if (max > this.max || max.isNaN()) this.max = max
        }
        this.count += count
        plus(sum)
    }

    /** Adds [other]; if [sign] is -1, subtracts it: the remaining numbers are between the minimum and the maximum of all. */
    internal fun combine(other: Statistics, sign: Int) {
        if (sign > 0 && other.count > 0L) return add(other)
        val left = if (sign > 0) count else maxOf(0L, count - other.count)
        val distance = mean - other.mean
        val between = if (left == 0L) 0.0 else distance * distance * count / left * other.count
        squaresAroundMean = if (left == 0L) 0.0 else maxOf(0.0, squaresAroundMean - other.squaresAroundMean - between)
        count = left
        plus(sign * other.sum)
    }

    /** Adds [distance] to every number. */
    internal fun shift(distance: Double) {
        min += distance
        max += distance
        plus(distance * count)
    }

    /** Multiplies every number by [factor]. */
    internal fun scale(factor: Double) {
        val ends = doubleArrayOf(min * factor, max * factor)
        min = minOf(ends[0], ends[1])
        max = maxOf(ends[0], ends[1])
        roundedSum *= factor
        roundedAway *= factor
        squaresAroundMean *= factor * factor
    }

    /** Like [Component.exchange][timemory.Component.exchange], for number [name] of a component's value. */
    internal fun exchange(name: String, fields: ComponentFields) {
        val prefix = if (name.isEmpty()) "" else "$name."
        count = fields.integer("${prefix}count", count)
        roundedSum = fields.number("${prefix}roundedSum", roundedSum)
        roundedAway = fields.number("${prefix}roundedAway", roundedAway)
        min = fields.number("${prefix}min", min)
        max = fields.number("${prefix}max", max)
        squaresAroundMean = fields.number("${prefix}squaresAroundMean", squaresAroundMean)
    }

    private fun plus(added: Double) {
        val before = roundedSum
        val after = before + added
        roundedSum = after
        if (after.isFinite()) roundedAway += if (abs(before) >= abs(added)) before - after + added else added - after + before
    }
}
