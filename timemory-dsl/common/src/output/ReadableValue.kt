package timemory.output

import kotlin.math.abs
import kotlin.math.floor
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
    val symbol = unit.symbol + suffix
    val number = if (i == 0 && quantity === Quantity.COUNT && value == floor(value)) grouped(fixed(value, 0)) else threeDigits(value)
    return if (symbol.isEmpty()) number else "$number $symbol"
}

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
private const val MIN_PLAIN = 1e-4

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
