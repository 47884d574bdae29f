package timemory.output

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10
import timemory.DisplayUnit
import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.text.exponential
import timemory.internal.text.fixed

/**
 * Returns [raw], in raw units of [quantity], in the unit that suits it and with three significant digits: `70.5 us`, `1.20 GB`. Whole
 * counts below ten million are exact: `12,345`. A value other than zero never looks like zero.
 *
 * @param suffix follows the unit: `/s`
 */
internal fun readable(raw: Double, quantity: Quantity, suffix: String = ""): String {
    if (!raw.isFinite()) return "-"
    if (raw == 0.0) return "0"
    val units = readableUnits(quantity)
    var i = units.lastIndex
    while (i > 0 && abs(raw) < units[i].from) i--
    val unit = units[i]
    val value = raw / unit.size
    val symbol = unit.symbol + if (suffix == "/sec") "/s" else suffix
    val number = if (i == 0 && quantity === Quantity.COUNT && value == floor(value)) grouped(fixed(value, 0)) else threeDigits(value)
    return if (symbol.isEmpty()) number else "$number $symbol"
}

/** Returns [raw] as [readable] does, with a sign unless it is zero: `+70.5 us`. */
internal fun readableChange(raw: Double, quantity: Quantity, suffix: String = ""): String =
    (if (raw > 0.0) "+" else "") + readable(raw, quantity, suffix)

/** Returns the unit in which [readable] shows [raw]. */
internal fun readableUnit(raw: Double, quantity: Quantity): DisplayUnit {
    val units = readableUnits(quantity)
    val unit = units.lastOrNull { it.from <= abs(raw) } ?: units[0]
    return DisplayUnit(unit.symbol, unit.size)
}

/**
 * Returns the tick of an axis at [value] in [unit] with as many digits as ticks [step] apart need: `62.5 ms`. Zero has no unit.
 *
 * @param suffix follows the unit, as for [readable]
 */
internal fun readableTick(value: Double, step: Double, unit: DisplayUnit, suffix: String = ""): String {
    val digits = maxOf(0, -floor(log10(step) + ROUNDING).toInt())
    val text = fixed(value, digits)
    if (text.none { it in '1'..'9' }) return "0"
    val whole = text.substringBefore('.')
    val symbol = unit.symbol + if (suffix == "/sec") "/s" else suffix
    return (grouped(whole) + text.substring(whole.length) + " " + symbol).trimEnd()
}

private const val ROUNDING = 1e-9

/** @property from the smallest value that is shown in this unit: one that rounds to 1,000 of the smaller unit is 1.00 of this one */
private class ReadableUnit(val symbol: String, val size: Double, val from: Double = 0.9995 * size)

private fun readableUnits(quantity: Quantity): List<ReadableUnit> = when {
    quantity === Quantity.TIME -> TIMES
    quantity === Quantity.MEMORY -> MEMORY
    quantity === Quantity.COUNT -> COUNTS
    else -> quantity.units.map { ReadableUnit(it.symbol, it.size) }
}

private val TIMES = listOf(
    ReadableUnit("ns", 1.0),
    ReadableUnit("us", 1e3),
    ReadableUnit("ms", 1e6),
    ReadableUnit("s", 1e9),
    ReadableUnit("min", 60e9, from = 599.5e9),
    ReadableUnit("h", 3600e9, from = 599.5 * 60e9),
)

private val MEMORY = listOf(
    ReadableUnit("B", 1.0),
    ReadableUnit("kB", 1e3),
    ReadableUnit("MB", 1e6),
    ReadableUnit("GB", 1e9),
    ReadableUnit("TB", 1e12),
)

private val COUNTS = listOf(
    ReadableUnit("", 1.0),
    ReadableUnit("M", 1e6, from = 1e7),
    ReadableUnit("G", 1e9),
    ReadableUnit("T", 1e12),
)

private const val MAX_PLAIN = 1e9
private const val MIN_PLAIN = 1e-9

private fun threeDigits(value: Double): String {
    val size = abs(value)
    return if (size >= MAX_PLAIN || size < MIN_PLAIN) {
        exponential(value, 1)
    } else {
        fixed(value, decimalsOf(size)).let { if (size < 1e3) it else grouped(it) }
    }
}

/** How many decimals make three significant digits once [size] is rounded: two of 9.99, one of 9.996, which is 10.0. */
private fun decimalsOf(size: Double): Int {
    var decimals = 2
    var limit = 9.995
    while (size >= limit && decimals > 0) {
        decimals--
        limit *= 10
    }
    limit = 0.9995
    while (size < limit) {
        decimals++
        limit /= 10
    }
    return decimals
}

/** [digits] of a whole number with commas between thousands. */
private fun grouped(digits: String): String {
    val sign = if (digits.startsWith('-')) 1 else 0
    return buildString {
        for (i in digits.indices) {
            if (i > sign && (digits.length - i) % 3 == 0) append(',')
            append(digits[i])
        }
    }
}
