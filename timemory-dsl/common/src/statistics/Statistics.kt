package timemory.statistics

import kotlin.math.abs
import kotlin.math.sqrt

/**
 * Count, sum, smallest, largest and spread of a stream of numbers, in raw units. What a file that they were read from does not tell is not
 * a number (`NaN`).
 *
 * Keeps the sum of squared distances from the mean (Chan, Golub and LeVeque's pairwise update), so that statistics of
 * several threads can be added without losing the variance to cancellation.
 *
 * ### Thread-safety
 * Not synchronised: those handed out in a [CallGraph][timemory.results.CallGraph] no longer change.
 */
public class Statistics {
    /** How many numbers. */
    public var count: Long = 0L
        private set

    /** Their sum; what adding them up one after the other rounds away is added up besides (Neumaier). */
    public val sum: Double get() = roundedSum + roundedAway

    private var roundedSum = 0.0
    private var roundedAway = 0.0

    /** The smallest; 0 where there is none. */
    public var min: Double = 0.0
        private set

    /** The largest; 0 where there is none. */
    public var max: Double = 0.0
        private set

    /** The sum of squared distances from the mean. */
    internal var squaresAroundMean: Double = 0.0
        private set

    /** Whether [sum] is of numbers of which it is not known how many they are: then nothing but the sum is known. */
    internal var isOnlySum: Boolean = false
        private set

    /** The mean; 0 where there is none. */
    public val mean: Double
        get() = if (isOnlySum) Double.NaN else if (count == 0L) 0.0 else within(sum / count, min, max)

    /** The sample variance (divided by count - 1); 0 for fewer than two. */
    public val variance: Double get() = if (isOnlySum) Double.NaN else if (count < 2L) 0.0 else squaresAroundMean / (count - 1)

    /** The sample standard deviation; 0 for fewer than two. */
    public val standardDeviation: Double get() = sqrt(variance)

    /** The sum of squares. */
    public val sumOfSquares: Double get() = if (isOnlySum) Double.NaN else if (count == 0L) 0.0 else squaresAroundMean + sum * sum / count

    /** Becomes what another one was that had these numbers. */
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
            // What is not known of a part is not known of the whole.
            if (min < this.min || min.isNaN()) this.min = min
            if (max > this.max || max.isNaN()) this.max = max
        }
        this.count += count
        plus(sum)
    }

    private fun plus(added: Double) {
        val before = roundedSum
        val after = before + added
        roundedSum = after
        if (after.isFinite()) roundedAway += if (abs(before) >= abs(added)) before - after + added else added - after + before
    }
}
