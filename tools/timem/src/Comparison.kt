package timemory.timem

import kotlin.math.abs
import kotlin.math.sqrt
import timemory.statistics.Statistics

/**
 * The difference of a value between two commands: Welch's t-test, which does not assume equal variances.
 *
 * @property ratio the second mean divided by the first
 * @property difference the second mean minus the first
 * @property margin half the width of the 95 % confidence interval of [difference]
 * @property probability the p-value: the probability of means at least as far apart by chance if there is no difference
 */
internal class Comparison private constructor(val ratio: Double, val difference: Double, val margin: Double, val probability: Double) {
    val isSignificant get() = probability < SIGNIFICANT

    companion object {
        const val SIGNIFICANT = 0.05

        /** Returns `null` if one of them has fewer than two numbers. */
        fun of(first: Statistics, second: Statistics): Comparison? {
            if (first.count < 2L || second.count < 2L) return null
            val difference = second.mean - first.mean
            val ofFirst = first.variance / first.count
            val ofSecond = second.variance / second.count
            val error = sqrt(ofFirst + ofSecond)
            val ratio = second.mean / first.mean
            // Constant values differ or do not; no test is needed.
            if (error == 0.0) return Comparison(ratio, difference, 0.0, if (difference == 0.0) 1.0 else 0.0)
            val freedom = (ofFirst + ofSecond) * (ofFirst + ofSecond) /
                (ofFirst * ofFirst / (first.count - 1) + ofSecond * ofSecond / (second.count - 1))
            val probability = StudentT.beyond(abs(difference / error), freedom)
            return Comparison(ratio, difference, StudentT.quantile(SIGNIFICANT, freedom) * error, probability)
        }
    }
}
