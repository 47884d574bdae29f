package timemory.internal.text

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10
import kotlin.math.pow
import timemory.internal.lean.*

private const val LARGEST_EXACT = 9e15

/** [value] with [digits] digits behind the point, rounded; with an exponent where it is too large to have exact ones. */
internal fun fixed(value: Double, digits: Int): String {
    if (!value.isFinite()) return value.toString()
    val scaled = abs(value) * 10.0.pow(digits)
    if (scaled > LARGEST_EXACT) return exponential(value, digits)
    val rounded = wholeOf(scaled).toString().padStart(digits + 1, '0')
    val sign = if (value < 0 && rounded.any { it != '0' }) "-" else ""
    val whole = rounded.dropLast(digits)
    return if (digits == 0) sign + whole else "$sign$whole.${rounded.takeLast(digits)}"
}

/** [value] as `1.234e+05`, with [digits] digits behind the point. */
internal fun exponential(value: Double, digits: Int): String {
    if (!value.isFinite()) return value.toString()
    var exponent = if (value == 0.0) 0 else floor(log10(abs(value))).toInt()
    var mantissa = scaled(value, exponent)
    // Rounding can carry over the ten, and the logarithm can be off by one next to a power of it.
    if (abs(fixed(mantissa, digits).toDecimalOrNull()!!) >= 10.0) mantissa = scaled(value, ++exponent)
    if (value != 0.0 && abs(mantissa) < 1.0 && abs(fixed(mantissa, digits).toDecimalOrNull()!!) < 1.0) mantissa = scaled(value, --exponent)
    val sign = if (exponent < 0) "-" else "+"
    return fixed(mantissa, digits) + "e" + sign + abs(exponent).toString().padStart(2, '0')
}

/** The whole number nearest to [value], of two the larger: as [kotlin.math.roundToLong], for what is finite, not negative and exact. */
private fun wholeOf(value: Double): Long {
    val below = value.toLong()
    return if (value - below >= 0.5) below + 1 else below
}

/** [value] divided by ten to the [exponent], in two steps so that neither end of the range overflows. */
private fun scaled(value: Double, exponent: Int): Double {
    val half = exponent / 2
    return value / 10.0.pow(half) / 10.0.pow(exponent - half)
}
