package timemory

import kotlin.math.abs
import kotlin.math.floor
import kotlin.math.log10

/** The numbers of [series] as pictures show them: to four digits, however large they are. */
internal class PictureNumbers(private val series: Series, settings: Settings) {
    /** The one unit in which all sums are compared. */
    val unit: DisplayUnit = numberFormatFor(series.graph, settings, series.element).unit

    /** What stands beside numbers in [unit]: `sec`, `MB/sec`, nothing for counts. */
    val unitName: String = unit.symbol + series.suffix

    /** A sum in raw units, in [unit]. */
    fun sum(raw: Double): String = named(raw, unit)

    /** A number in raw units, in the unit that suits it. */
    fun alone(raw: Double): String = named(raw, unitFor(raw))

    private fun unitFor(raw: Double): DisplayUnit {
        val units = series.quantity.units
        return units.filter { it.size <= LARGEST_UNASKED }.lastOrNull { it.size <= abs(raw) } ?: units.first()
    }

    private fun named(raw: Double, unit: DisplayUnit): String = (significant(raw / unit.size) + " " + unit.symbol + series.suffix).trimEnd()

    private companion object {
        /** Seconds and gigabytes. */
        const val LARGEST_UNASKED = 1e9
    }
}

private const val DIGITS = 4

/** [value] to four digits: `12.34`, `0.001234`, `250000`, `1.234e-09`. */
internal fun significant(value: Double): String {
    if (value == 0.0 || !value.isFinite()) return if (value == 0.0) "0" else value.toString()
    val exponent = floor(log10(abs(value))).toInt()
    if (exponent < -DIGITS || exponent >= 12) return exponential(value, DIGITS - 1)
    if (value == floor(value)) return fixed(value, 0)
    return fixed(value, maxOf(0, DIGITS - 1 - exponent))
}

/** [part], between 0 and 1, in percent. */
internal fun percent(part: Double): String = fixed(part * 100.0, if (part < 0.0995) 2 else 1) + " %"
