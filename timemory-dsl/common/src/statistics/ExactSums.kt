package timemory.statistics

import kotlin.math.abs

/*
 * Sums of integers that may be more than a Long holds. Adding must not cost more for that; so components let their sums wrap around, and
 * keep a floating-point one for the variance besides, which tells afterwards. A sum that is too large to be exact is told in floating
 * point, to fifteen digits.
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

private const val HALF_A_TURN = 9.223372036854775807e18
