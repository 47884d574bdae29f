package timemory.internal.text

import kotlin.math.abs

/**
 * Parses the whole text as a number: digits, with an optional sign, point and exponent; `null` if it is not a number.
 *
 * Kotlin/Native's own `toDouble` adds regular expressions to each program, which are a tenth of a small one. Numbers of up to 15 digits
 * with a small exponent, which are the ones people write, are equal to the result of `toDouble`, because both factors are exact then;
 * others may differ in the last bit.
 */
internal fun String.toDecimalOrNull(): Double? {
    val text = trim()
    val sign = if (text.startsWith("-") || text.startsWith("+")) 1 else 0
    val end = text.indexOfFirst { it == 'e' || it == 'E' }.let { if (it < 0) text.length else it }
    val point = text.indexOf('.').let { if (it < 0 || it > end) end else it }
    val whole = text.substring(sign, point)
    val fraction = if (point < end) text.substring(point + 1, end) else ""
    if (whole.isEmpty() && fraction.isEmpty() || !whole.all(::isDigit) || !fraction.all(::isDigit)) return null
    val exponent = if (end == text.length) 0L else exponentOf(text.substring(end + 1)) ?: return null
    val digits = (whole + fraction).trimStart('0')
    // Digits after the eighteenth are below the precision of a Double.
    val mantissa = if (digits.isEmpty()) 0L else digits.take(LONG_DIGITS).toLong()
    val number = scaledBy(mantissa.toDouble(), exponent - fraction.length + (digits.length - LONG_DIGITS).coerceAtLeast(0))
    return if (text.startsWith("-")) -number else number
}

private const val LONG_DIGITS = 18

/** Powers of ten up to this one are exact. */
private const val EXACT_POWER = 22L

private fun isDigit(character: Char) = character in '0'..'9'

private fun exponentOf(text: String): Long? {
    val digits = if (text.startsWith("-") || text.startsWith("+")) text.substring(1) else text
    if (digits.isEmpty() || !digits.all(::isDigit)) return null
    // A larger one yields zero, or more than fits in a Double.
    val exponent = digits.trimStart('0').take(6).ifEmpty { "0" }.toLong()
    return if (text.startsWith("-")) -exponent else exponent
}

private fun scaledBy(mantissa: Double, exponent: Long): Double {
    if (mantissa == 0.0) return 0.0
    var number = mantissa
    var left = abs(exponent).coerceAtMost(MAX_EXPONENT)
    while (left > 0L) {
        val step = left.coerceAtMost(EXACT_POWER)
        val power = powerOfTen(step.toInt())
        if (exponent < 0L) number /= power else number *= power
        left -= step
    }
    return number
}

/** From this one on the result is zero or infinite, whatever the digits are. */
private const val MAX_EXPONENT = 700L
