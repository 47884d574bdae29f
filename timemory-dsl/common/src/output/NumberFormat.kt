package timemory.output

import kotlin.math.abs
import timemory.DisplayUnit
import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.text.exponential
import timemory.internal.text.fixed
import timemory.results.CallGraph
import timemory.settings.Settings

/**
 * How the numbers of a table are written: in which unit, with how many digits.
 *
 * @property precision digits behind the point of sums and single values; counts have none unless the settings say so
 */
internal class NumberFormat(
    val unit: DisplayUnit,
    val precision: Int,
    private val fractionDigits: Int,
    val scientific: Boolean,
    val width: Int,
) {
    /** A sum, mean, smallest or largest of raw units. */
    fun format(raw: Double): String = plain(raw / unit.size)

    /** A mean or a standard deviation of raw units: not whole, even where the values are. */
    fun formatMean(raw: Double): String = plain(raw / unit.size, fractionDigits)

    /** A variance, in raw units squared. */
    fun formatSquare(raw: Double): String = plain(raw / unit.size / unit.size, fractionDigits)

    /** A value that is unknown, such as the utilisation of several processes together, or not a number, is a dash. */
    private fun plain(value: Double, digits: Int = precision): String =
        if (!value.isFinite()) "-" else if (scientific) exponential(value, digits) else fixed(value, digits)
}

/**
 * How the table of [graph] writes number [element] of its values: as the settings say, otherwise as its component does, in the unit that
 * suits the largest sum.
 */
internal fun numberFormatFor(graph: CallGraph, settings: Settings, element: Int = 0): NumberFormat {
    val quantity = graph.type.quantityOf(element)
    val isTime = quantity === Quantity.TIME
    val isMemory = quantity === Quantity.MEMORY
    val symbol = if (isTime) settings.timingUnits else if (isMemory) settings.memoryUnits else ""
    val ownPrecision = if (isTime) settings.timingPrecision else if (isMemory) settings.memoryPrecision else -1
    val ownWidth = if (isTime) settings.timingWidth else if (isMemory) settings.memoryWidth else -1
    val ownScientific = isTime && settings.timingScientific || isMemory && settings.memoryScientific
    val whole = quantity === Quantity.COUNT && (graph.type.elementCount > 1 || graph.roots.all { it.inclusive.exactSum != null })
    val wanted = listOf(ownPrecision, settings.precision).firstOrNull { it >= 0 } ?: graph.type.precision
    val largest = largestOf(graph, quantity)
    val unit = quantity.units.firstOrNull { it.symbol == symbol && symbol.isNotEmpty() } ?: suitableUnit(quantity, largest)
    return NumberFormat(
        unit,
        wanted ?: if (whole) 0 else 3,
        wanted ?: 3,
        ownScientific || settings.scientific || largest / unit.size >= MIN_SCIENTIFIC,
        listOf(ownWidth, settings.width).firstOrNull { it >= 0 } ?: graph.type.width ?: 0,
    )
}

/** From here on all numbers of a table have exponents, so that its columns stay narrow. Every whole number of 64 bits is below. */
private const val MIN_SCIENTIFIC = 1e21

/** The largest unit in which the largest sum is at least one; nothing larger than seconds and gigabytes is chosen unasked. */
private fun suitableUnit(quantity: Quantity, largest: Double): DisplayUnit =
    quantity.units.lastOrNull { it.size <= 1e9 && it.size <= largest } ?: quantity.units.first()

/** The largest sum of [quantity] in [graph], without its sign. */
private fun largestOf(graph: CallGraph, quantity: Quantity): Double {
    var largest = 0.0
    for (element in 0 until graph.type.elementCount) {
        if (graph.type.quantityOf(element) !== quantity) continue
        for (node in graph.nodes()) largest = maxOf(largest, abs(node.inclusive.sum(element)))
    }
    return largest
}
