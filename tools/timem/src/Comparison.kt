package timemory.timem

import kotlin.math.abs
import kotlin.math.sqrt
import timemory.statistics.Statistics

/**
 * How a value of two commands differs: Welch's t-test, which does not assume equal variances.
 *
 * @property ratio the second mean divided by the first
 * @property difference the second mean without the first
 * @property margin half the width of the interval around [difference] that holds the true one in 95 of 100 such comparisons
 * @property probability that means at least as far apart come about by chance where there is no difference
 */
internal class Comparison private constructor(val ratio: Double, val difference: Double, val margin: Double, val probability: Double) {
    val isSignificant get() = probability < SIGNIFICANT

    companion object {
        const val SIGNIFICANT = 0.05

        /** `null` where one of them has fewer than two numbers. */
        fun of(first: Statistics, second: Statistics): Comparison? {
            if (first.count < 2L || second.count < 2L) return null
            val difference = second.mean - first.mean
            val ofFirst = first.variance / first.count
            val ofSecond = second.variance / second.count
            val error = sqrt(ofFirst + ofSecond)
            val ratio = second.mean / first.mean
            // Values that never change differ or do not, and chance has no part in it.
            if (error == 0.0) return Comparison(ratio, difference, 0.0, if (difference == 0.0) 1.0 else 0.0)
            val freedom = (ofFirst + ofSecond) * (ofFirst + ofSecond) /
                (ofFirst * ofFirst / (first.count - 1) + ofSecond * ofSecond / (second.count - 1))
            val probability = StudentT.beyond(abs(difference / error), freedom)
            return Comparison(ratio, difference, StudentT.quantile(SIGNIFICANT, freedom) * error, probability)
        }
    }
}
