package timemory.export.internal

import timemory.results.CallGraph
import timemory.results.CallGraphNode

/**
 * Returns [raw] raw units in a unit of [size] raw units, as a decimal number with all digits: a `Double` has 53 bits, and sums may have 63.
 * Returns `null` unless [size] is a power of ten.
 */
internal fun exactDecimal(raw: Long, size: Double): String? {
    var digits = 0
    var power = 1.0
    while (power < size && digits < MAX_DIGITS) {
        power *= 10.0
        digits++
    }
    if (power != size) return null
    val text = raw.toString()
    val sign = if (raw < 0L) "-" else ""
    val padded = text.removePrefix("-").padStart(digits + 1, '0')
    val fraction = padded.takeLast(digits).trimEnd('0')
    return sign + padded.dropLast(digits) + "." + fraction.ifEmpty { "0" }
}

private const val MAX_DIGITS = 18

/** Returns the [wanted] percentiles and those read from files, if any node of [graph] has them, in ascending order. */
internal fun knownPercentiles(graph: CallGraph, wanted: List<Double>): List<Double> =
    (wanted + graph.percentiles).distinct().filter { one -> graph.nodes().any { it.inclusive.percentile(one) != null } }.sorted()

/** Returns the inclusive sum if it is known as an integer. */
internal fun Series.inclusiveExact(node: CallGraphNode): Long? = if (element == 0) node.inclusive.exactSum else null

/** Returns the exclusive sum if it is known as an integer. */
internal fun Series.exclusiveExact(node: CallGraphNode): Long? = if (element == 0) node.exclusiveExact() else null
