package timemory.internal.text

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10
import timemory.internal.lean.*

/**
 * Returns [value] with [digits] digits after the point: the decimal number nearest to the exact value of the double, halves away from zero.
 * Never has an exponent; there may be up to 309 digits before the point.
 */
internal fun fixed(value: Double, digits: Int): String {
    if (!value.isFinite()) return value.toString()
    val rounded = roundedDigits(abs(value), digits).padStart(digits + 1, '0')
    val sign = if (value < 0 && rounded.any { it != '0' }) "-" else ""
    val whole = rounded.dropLast(digits)
    return if (digits == 0) sign + whole else "$sign$whole.${rounded.takeLast(digits)}"
}

/** Returns [value] as `1.234e+05`, with [digits] digits after the point, rounded as by [fixed]. */
internal fun exponential(value: Double, digits: Int): String {
    if (!value.isFinite()) return value.toString()
    val size = abs(value)
    // The logarithm can be off by one next to a power of ten, and rounding can carry over it: start below and stop at the right length.
    var exponent = if (size == 0.0) 0 else floor(log10(size)).toInt() - 1
    var rounded = roundedDigits(size, digits - exponent)
    while (rounded.length > digits + 1) rounded = roundedDigits(size, digits - ++exponent)
    val mantissa = rounded.padStart(digits + 1, '0')
    val point = if (digits == 0) "" else "."
    val sign = if (value < 0) "-" else ""
    val power = (if (exponent < 0) "-" else "+") + abs(exponent).toString().padStart(2, '0')
    return sign + mantissa.take(1) + point + mantissa.drop(1) + "e" + power
}

/** Returns the digits of [value], which must not be negative, times ten to the [digits], rounded to a whole number. */
private fun roundedDigits(value: Double, digits: Int): String {
    if (digits in 0..MAX_FAST_DIGITS) {
        // Both factors are exact, so the product is off by at most half its last bit: enough to round by, except next to a half.
        val scaled = value * powerOfTen(digits)
        if (scaled < MAX_FAST) {
            val below = scaled.toLong()
            val distance = scaled - below - 0.5
            if (abs(distance) > scaled * HALF_BIT) return (if (distance > 0.0) below + 1 else below).toString()
        }
    }
    return exactDigits(value, digits)
}

/** Returns the same digits as [roundedDigits], computed in whole numbers: floor((2 n + d) / (2 d)) for value * 10^digits = n / d. */
private fun exactDigits(value: Double, digits: Int): String {
    val bits = value.toRawBits()
    val field = (bits ushr MANTISSA_BITS).toInt() and 0x7FF
    val fraction = bits and (1L shl MANTISSA_BITS) - 1L
    val mantissa = if (field == 0) fraction else fraction or (1L shl MANTISSA_BITS)
    val power = (if (field == 0) 1 else field) - EXPONENT_BIAS
    val number = BigNatural(mantissa)
    if (power >= 0) number.shiftLeft(power)
    if (digits >= 0) number.multiplyByPowerOfTen(digits)
    val divisorBits = if (power < 0) -power else 0
    val divisorTens = if (digits < 0) -digits else 0
    if (divisorBits == 0 && divisorTens == 0) return number.takeDigits()
    // Halves the divisor by a factor of two that it has: one of its bits, or one in a ten.
    val half = BigNatural(if (divisorBits > 0) 1L else 5L)
    if (divisorBits > 0) half.shiftLeft(divisorBits - 1)
    half.multiplyByPowerOfTen(if (divisorBits > 0) divisorTens else divisorTens - 1)
    number.add(half)
    number.shiftRight(divisorBits)
    number.divideByPowerOfTen(divisorTens)
    return number.takeDigits()
}

private const val MANTISSA_BITS = 52

/** The difference between the exponent field of a double and the power of two that its mantissa, taken as an integer, is multiplied by. */
private const val EXPONENT_BIAS = 1075

/** Powers of ten up to this one are exact doubles. */
private const val MAX_FAST_DIGITS = 22
private const val MAX_FAST = 1e15

/** Twice the maximum relative error of a product of doubles. */
private const val HALF_BIT = 2.220446049250313e-16
