package timemory.plot

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10
import timemory.DisplayUnit
import timemory.Quantity
import timemory.export.internal.Series
import timemory.internal.text.exponential
import timemory.internal.text.fixed
import timemory.output.readable
import timemory.output.readableTick
import timemory.output.readableUnit
import timemory.settings.Settings

/** Formats the numbers of [series] for plots, each in the unit that suits it unless [settings] ask for one. */
internal class PictureNumbers(private val series: Series, settings: Settings) {
    /** The unit that settings ask for. */
    private val asked: DisplayUnit? = when {
        series.quantity === Quantity.TIME -> settings.timingUnits
        series.quantity === Quantity.MEMORY -> settings.memoryUnits
        else -> ""
    }.let { symbol -> if (symbol.isEmpty()) null else series.quantity.units.firstOrNull { it.symbol == symbol } }

    /** Formats a value given in raw units: `70.5 us`. */
    fun of(raw: Double): String =
        if (asked == null) readable(raw, series.quantity, series.suffix) else named(significant(raw / asked.size), asked)

    /** Formats a value given in raw units with all known digits. */
    fun full(raw: Double): String {
        val unit = unitFor(raw)
        return named(allDigits(raw / unit.size), unit)
    }

    /** The unit of an axis whose largest number is [largest] raw units. */
    fun unitFor(largest: Double): DisplayUnit = asked ?: readableUnit(largest, series.quantity)

    /** Formats [value] in [unit], one of the ticks of a linear axis that are [step] apart. */
    fun tick(value: Double, step: Double, unit: DisplayUnit): String = readableTick(value, step, unit, series.suffix)

    /** Formats a tick of a logarithmic axis, in raw units. */
    fun tickAlone(raw: Double): String {
        val unit = unitFor(raw)
        return readableTick(raw / unit.size, raw / unit.size, unit, series.suffix)
    }

    private fun named(number: String, unit: DisplayUnit): String {
        val suffix = if (series.suffix == "/sec") "/s" else series.suffix
        return "$number ${unit.symbol}$suffix".trimEnd()
    }
}

private const val DIGITS = 4
private const val ALL_DIGITS = 12
private const val MAX_PLAIN = 1e5
private const val MAX_FIXED = 1e15

/** Formats [value] to four digits: `12.34`, `0.001234`, `250,000`, `1.234e-09`. */
internal fun significant(value: Double): String {
    if (value == 0.0 || !value.isFinite()) return if (value == 0.0) "0" else value.toString()
    val exponent = floor(log10(abs(value))).toInt()
    if (exponent < -DIGITS || abs(value) >= MAX_FIXED) return exponential(value, DIGITS - 1)
    return grouped(if (value == floor(value)) fixed(value, 0) else fixed(value, maxOf(0, DIGITS - 1 - exponent)))
}

/** Formats [value] to twelve digits, without trailing zeros. */
internal fun allDigits(value: Double): String {
    if (value == 0.0 || !value.isFinite() || abs(value) >= MAX_FIXED || abs(value) < 1.0 / MAX_PLAIN) return significant(value)
    val text = fixed(value, maxOf(0, ALL_DIGITS - 1 - floor(log10(abs(value))).toInt()))
    return grouped(if ('.' in text) text.trimEnd('0').trimEnd('.') else text)
}

/** Groups the thousands of [number] if there are more than four digits before the decimal point. */
private fun grouped(number: String): String {
    val end = number.indexOf('.').let { if (it < 0) number.length else it }
    val begin = if (number.startsWith('-')) 1 else 0
    if (end - begin <= 4) return number
    return buildString {
        for (i in number.indices) {
            if (i in begin + 1 until end && (end - i) % 3 == 0) append(',')
            append(number[i])
        }
    }
}

/** Formats [part], between 0 and 1, in percent. */
internal fun percent(part: Double): String =
    if (part > 0.0 && part < 5e-5) "< 0.01 %" else fixed(part * 100.0, if (part < 0.0995) 2 else 1) + " %"
