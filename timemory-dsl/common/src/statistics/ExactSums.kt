package timemory.statistics

import kotlin.math.abs

/*
 * Sums of integers that may be more than a Long holds. Adding must not cost more for that; so components let their sums wrap around, and
 * keep a floating-point one for the variance besides, which tells afterwards. A sum that is too large to be exact is given in floating
 * point, with fifteen digits.
 */

/** [a] and [b] added up; `null` where either is not known, or the sum is more than a `Long` holds. */
internal fun plusExact(a: Long?, b: Long?): Long? {
    if (a == null || b == null) return null
    return if (wraps(a, b)) null else a + b
}

/** Whether [a] and [b] added up are more than a `Long` holds. */
internal fun wraps(a: Long, b: Long): Boolean {
    val sum = a + b
    return (a xor sum) and (b xor sum) < 0L
}

/** [a] less [b], as above. */
internal fun minusExact(a: Long, b: Long): Long? = if (minusWraps(a, b)) null else a - b

/** Whether [a] less [b] is more than a `Long` holds. */
internal fun minusWraps(a: Long, b: Long): Boolean = (a xor b) and (a xor (a - b)) < 0L

/** [a] and [b] added up, or the number nearest to that which a `Long` holds. */
internal fun plusSaturated(a: Long, b: Long): Long = plusExact(a, b) ?: if (a < 0L) Long.MIN_VALUE else Long.MAX_VALUE

/** Whether [sum] has not wrapped around on the way: else it is off from [inFloatingPoint] by 2^64 at least. */
internal fun isExact(sum: Long, inFloatingPoint: Double): Boolean = abs(sum - inFloatingPoint) < HALF_A_TURN

/** How many laps [LongComponent][timemory.LongComponent] has in a block: a power of two. As timemory-native's c/fast_path.h has it. */
internal const val BLOCK: Long = 1024L

/** For two numbers within this distance of 0, the difference is one that a `Long` holds. */
internal const val FAR: Long = 1L shl 62

private const val HALF_A_TURN = 9.223372036854775807e18

/** [mean], or the end of the range if rounding has put it beyond that. An end that is not known may be not a number. */
internal fun within(mean: Double, min: Double, max: Double): Double = when {
    mean < min && min - mean <= ROUNDING * abs(min) -> min
    mean > max && mean - max <= ROUNDING * abs(max) -> max
    else -> mean
}

private const val ROUNDING = 1e-14
