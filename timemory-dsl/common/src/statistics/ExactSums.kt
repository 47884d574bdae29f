package timemory.statistics

import kotlin.math.abs

/*
 * Sums of integers that may overflow a Long. Adding must not become slower because of that; so components let their sums wrap around, and
 * also keep a floating-point sum for the variance, which reveals it afterwards. A sum that is too large to be exact is given in floating
 * point, with fifteen digits.
 */

/** The sum of [a] and [b]; `null` if either is unknown, or the sum overflows a `Long`. */
internal fun plusExact(a: Long?, b: Long?): Long? {
    if (a == null || b == null) return null
    return if (wraps(a, b)) null else a + b
}

/** Whether the sum of [a] and [b] overflows a `Long`. */
internal fun wraps(a: Long, b: Long): Boolean {
    val sum = a + b
    return (a xor sum) and (b xor sum) < 0L
}

/** [a] minus [b]; `null` if either is unknown, or the difference overflows a `Long`. */
internal fun minusExact(a: Long, b: Long): Long? = if (minusWraps(a, b)) null else a - b

/** Whether [a] minus [b] overflows a `Long`. */
internal fun minusWraps(a: Long, b: Long): Boolean = (a xor b) and (a xor (a - b)) < 0L

/** The sum of [a] and [b], or the nearest number that fits in a `Long`. */
internal fun plusSaturated(a: Long, b: Long): Long = plusExact(a, b) ?: if (a < 0L) Long.MIN_VALUE else Long.MAX_VALUE

/** Whether [sum] has not wrapped around on the way: otherwise it differs from [inFloatingPoint] by at least 2^64. */
internal fun isExact(sum: Long, inFloatingPoint: Double): Boolean = abs(sum - inFloatingPoint) < HALF_A_TURN

/**
 * The number of laps in a block of [LongComponent][timemory.LongComponent]: a power of two. The same as in timemory-native's c/fast_path.h.
 */
internal const val BLOCK: Long = 1024L

/** For two numbers within this distance of 0, the difference fits in a `Long`. */
internal const val FAR: Long = 1L shl 62

private const val HALF_A_TURN = 9.223372036854775807e18

/** [mean], or the end of the range if rounding has put it outside. An unknown end may be NaN. */
internal fun within(mean: Double, min: Double, max: Double): Double = when {
    mean < min && min - mean <= ROUNDING * abs(min) -> min
    mean > max && mean - max <= ROUNDING * abs(max) -> max
    else -> mean
}

private const val ROUNDING = 1e-14
