package timemory.export.internal

import timemory.DisplayUnit
import timemory.Quantity
import timemory.internal.lean.*
import timemory.output.readable
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.statistics.Statistics

/**
 * One number of one component, for formats that only have numbers: `wall_clock`, or `read_bytes.read_bytes_rate` if a value holds several.
 */
internal class Series(val graph: CallGraph, val element: Int) {
    private val type = graph.type
    val id: String = if (type.elements.isEmpty()) type.id else "${type.id}.${type.elements[element]}"

    /** Like [id], but made of the short name used in file names. */
    val label: String = if (type.elements.isEmpty()) type.label else "${type.label}.${type.elements[element]}"
    val quantity: Quantity = type.quantityOf(element)
    val suffix: String = type.unitSuffix(element)
    val isAdditive: Boolean = type.isAdditive(element)
    val isTime: Boolean = quantity === Quantity.TIME && suffix.isEmpty()

    /** The name of its raw units. */
    val rawUnit: String = when {
        suffix.isNotEmpty() -> quantity.units[0].symbol + suffix
        isTime -> "nanoseconds"
        quantity === Quantity.MEMORY -> "bytes"
        else -> quantity.units[0].symbol.ifEmpty { "count" }
    }

    /** What one lap is called: a sample is not a call. */
    val callName: String = if (type.id.endsWith("samples")) "sample" else "call"
    val callsName: String = callName + "s"

    /** Returns [laps] with their name: `1 call`, `20 samples`. */
    fun countOfCalls(laps: Long): String = readable(laps.toDouble(), Quantity.COUNT) + " " + if (laps == 1L) callName else callsName

    /** The unit used in human-readable files and for statistics: seconds, megabytes. */
    val unit: DisplayUnit = fileUnit(quantity)

    fun inclusive(node: CallGraphNode): Double = node.inclusive.sum(element)

    fun exclusive(node: CallGraphNode): Double = node.exclusive(element)

    fun statistics(node: CallGraphNode): Statistics = node.inclusive.statistics[element]
}

/** Returns the unit of [quantity] in files. */
internal fun fileUnit(quantity: Quantity): DisplayUnit = when (quantity) {
    Quantity.TIME -> quantity.units.first { it.symbol == "sec" }
    Quantity.MEMORY -> quantity.units.first { it.symbol == "MB" }
    else -> quantity.units.first()
}

/** Returns all numbers of [results], in component order. */
internal fun seriesOf(results: Results): List<Series> =
    results.graphs.flatMap { graph -> List(graph.type.elementCount) { Series(graph, it) } }

/** Returns the additive numbers, whose parts sum to the whole, as flame graphs and profiles need. */
internal fun additiveSeriesOf(results: Results): List<Series> = seriesOf(results).filter { it.isAdditive }

/** Returns elapsed time if available, otherwise the first time, otherwise the first additive number; `null` if there is none. */
internal fun leadingSeriesOf(results: Results): Series? {
    val all = additiveSeriesOf(results)
    return all.firstOrNull { it.graph.type.id == "wall_clock" } ?: all.firstOrNull { it.isTime } ?: all.firstOrNull()
}
