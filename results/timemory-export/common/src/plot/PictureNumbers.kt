package timemory.plot

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10
import timemory.DisplayUnit
import timemory.export.internal.Series
import timemory.internal.text.exponential
import timemory.internal.text.fixed
import timemory.output.numberFormatFor
import timemory.settings.Settings

/** Formats the numbers of [series] for plots: to four digits, regardless of magnitude. */
internal class PictureNumbers(private val series: Series, settings: Settings) {
    /** The common unit of all sums. */
    val unit: DisplayUnit = numberFormatFor(series.graph, settings, series.element).unit

    /** The unit name to print next to numbers in [unit]: `sec`, `MB/sec`, nothing for counts. */
    val unitName: String = unit.symbol + series.suffix

    /** Formats a sum given in raw units, in [unit]. */
    fun sum(raw: Double): String = named(raw, unit)

    /** Formats a number given in raw units, in the unit that suits it. */
    fun alone(raw: Double): String = named(raw, unitFor(raw))

    private fun unitFor(raw: Double): DisplayUnit {
        val units = series.quantity.units
        return units.filter { it.size <= MAX_DEFAULT }.lastOrNull { it.size <= abs(raw) } ?: units.first()
    }

    /** Formats a number given in raw units with all known digits, in the unit that suits it. */
    fun full(raw: Double): String {
        val unit = unitFor(raw)
        return withUnit(allDigits(raw / unit.size), unit)
    }

    /** Formats a round number in [unit], without the unit's name. */
    fun tick(value: Double): String = rounded(shown(value, unit))

    /** Formats a round number of raw units, in the unit that suits it. */
    fun tickAlone(raw: Double): String {
        val unit = unitFor(raw)
        return withUnit(rounded(shown(raw / unit.size, unit)), unit)
    }

    private fun rounded(number: String): String {
        if ('.' !in number || 'e' in number) return number
        val (digits, letter) = number.substringBefore(' ') to number.substringAfter(' ', "")
        return (digits.trimEnd('0').trimEnd('.') + " " + letter).trimEnd()
    }

    private fun named(raw: Double, unit: DisplayUnit): String = withUnit(shown(raw / unit.size, unit), unit)

    private fun withUnit(number: String, unit: DisplayUnit): String = (number + " " + unit.symbol + series.suffix).trimEnd()

    private fun shown(value: Double, unit: DisplayUnit): String = if (unit.symbol.isEmpty()) countText(value) else significant(value)

    private companion object {
        /** The largest unit that is chosen automatically: seconds and gigabytes. */
        const val MAX_DEFAULT = 1e9
    }
}

private const val DIGITS = 4
private const val ALL_DIGITS = 12
private val THOUSANDS = listOf(1e12 to "T", 1e9 to "G", 1e6 to "M", 1e3 to "k")
private const val MAX_PLAIN = 1e5
private const val MAX_FIXED = 1e15
private const val THIN_SPACE = '\u2009'

/** Formats [value] to four digits: `12.34`, `0.001234`, `250 000`, `1.234e-09`. */
internal fun significant(value: Double): String {
    if (value == 0.0 || !value.isFinite()) return if (value == 0.0) "0" else value.toString()
    val exponent = floor(log10(abs(value))).toInt()
    if (exponent < -DIGITS || abs(value) >= MAX_FIXED) return exponential(value, DIGITS - 1)
    return grouped(if (value == floor(value)) fixed(value, 0) else fixed(value, maxOf(0, DIGITS - 1 - exponent)))
}

/** Formats the count [value] as `12345`, `1.596 M` or `777.5 M`. */
internal fun countText(value: Double): String {
    val (size, letter) = THOUSANDS.firstOrNull { abs(value) >= it.first } ?: return significant(value)
    return if (abs(value) < MAX_PLAIN || abs(value) >= MAX_FIXED) significant(value) else significant(value / size) + " " + letter
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
            if (i in begin + 1 until end && (end - i) % 3 == 0) append(THIN_SPACE)
            append(number[i])
        }
    }
}

/** Formats [part], between 0 and 1, in percent. */
internal fun percent(part: Double): String =
    if (part > 0.0 && part < 5e-5) "< 0.01 %" else fixed(part * 100.0, if (part < 0.0995) 2 else 1) + " %"
