package timemory.timem

import kotlin.math.PI
import kotlin.math.abs
import kotlin.math.exp
import kotlin.math.ln
import kotlin.math.sin

/**
 * Student's t distribution, using the regularised incomplete beta function, whose continued fraction is evaluated by Lentz's method
 * (Abramowitz and Stegun 26.5.8 and 26.7.1).
 */
internal object StudentT {
    private const val MIN_DENOMINATOR = 1e-300
    private const val PRECISE = 1e-14
    private const val STEPS = 10_000

    /** Returns the two-sided probability of a number at least [t] away from zero, with [freedom] degrees of freedom. */
    fun beyond(t: Double, freedom: Double): Double = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5)

    /** Returns the distance from zero that is exceeded, two-sided, with [probability]. */
    fun quantile(probability: Double, freedom: Double): Double {
        var low = 0.0
        var high = 1.0
        while (beyond(high, freedom) > probability && high < 1e12) high *= 2
        repeat(100) {
            val middle = (low + high) / 2
            if (beyond(middle, freedom) > probability) low = middle else high = middle
        }
        return (low + high) / 2
    }

    private fun incompleteBeta(x: Double, a: Double, b: Double): Double {
        if (x <= 0.0) return 0.0
        if (x >= 1.0) return 1.0
        val front = exp(a * ln(x) + b * ln(1 - x) + logGamma(a + b) - logGamma(a) - logGamma(b))
        // The fraction converges quickly only on this side of the mean; the function is symmetric.
        return if (x < (a + 1) / (a + b + 2)) front * fraction(x, a, b) / a else 1 - front * fraction(1 - x, b, a) / b
    }

    private fun fraction(x: Double, a: Double, b: Double): Double {
        var c = 1.0
        var d = 1 / away(1 - (a + b) * x / (a + 1))
        var result = d
        for (m in 1..STEPS) {
            val even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
            d = 1 / away(1 + even * d)
            c = away(1 + even / c)
            result *= d * c
            val odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
            d = 1 / away(1 + odd * d)
            c = away(1 + odd / c)
            result *= d * c
            if (abs(d * c - 1) < PRECISE) break
        }
        return result
    }

    private fun away(number: Double) = if (abs(number) < MIN_DENOMINATOR) MIN_DENOMINATOR else number

    /** The logarithm of the gamma function, by Lanczos' approximation with g = 7 and nine terms. */
    private fun logGamma(x: Double): Double {
        if (x < 0.5) return ln(PI / sin(PI * x)) - logGamma(1 - x)
        var sum = LANCZOS[0]
        for (i in 1 until LANCZOS.size) sum += LANCZOS[i] / (x - 1 + i)
        val t = x + 6.5
        return 0.5 * ln(2 * PI) + (x - 0.5) * ln(t) - t + ln(sum)
    }

    private val LANCZOS = doubleArrayOf(
        0.99999999999980993,
        676.5203681218851,
        -1259.1392167224028,
        771.32342877765313,
        -176.61502916214059,
        12.507343278686905,
        -0.13857109526572012,
        9.9843695780195716e-6,
        1.5056327351493116e-7,
    )
}
