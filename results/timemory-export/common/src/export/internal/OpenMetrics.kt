package timemory.export.internal

import kotlin.math.roundToLong
import timemory.Quantity
import timemory.internal.text.shorten
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.statistics.plusExact

/**
 * Writes the OpenMetrics text format, which Prometheus reads: for each component its laps, inclusive and exclusive values by call path, in
 * base units (seconds, bytes, joules). A call path that ran concurrently with its parent region, and is not part of the parent's value, has
 * the label `concurrent="true"`.
 *
 * Metrics databases pay for each distinct label, so only the [MAX_PLACES] paths with the largest exclusive values are listed. The exclusive
 * values of the others are under `path="(others)"`, so that exclusive values still add up.
 */
internal fun writeOpenMetrics(out: Appendable, results: Results, percentiles: List<Double> = emptyList()) {
    for (series in seriesOf(results)) writeSeries(out, series, percentiles)
    out.append("# EOF\n")
}

private const val MAX_PLACES = 1000
private const val OTHERS = "(others)"

private class PlacedNode(val path: String, val node: CallGraphNode)

private fun writeSeries(out: Appendable, series: Series, percentiles: List<Double>) {
    val name =
        "timemory_" + series.id.replace('.', '_').map { if (it in 'a'..'z' || it in '0'..'9' || it == '_') it else '_' }.joinToString("")
    val size = baseSize(series.quantity)
    val unit = baseUnit(series)
    val (places, others) = placesOf(series)
    writeLaps(out, series, "${name}_laps", places, others)
    val inclusive = name + "_inclusive" + unit
    family(out, inclusive, "gauge", unit.removePrefix("_"), series.graph.type.description + ", including nested regions")
    for (place in places) sample(out, inclusive, place, valueOf(series.inclusive(place.node), series.inclusiveExact(place.node), size))
    writeQuantiles(out, series, "${name}_lap$unit", unit, places, percentiles)
    if (!series.isAdditive) return
    val exclusive = name + "_exclusive" + unit
    family(out, exclusive, "gauge", unit.removePrefix("_"), series.graph.type.description + ", excluding nested regions")
    for (place in places) sample(out, exclusive, place, valueOf(series.exclusive(place.node), series.exclusiveExact(place.node), size))
    if (others.isEmpty()) return
    val exact = others.fold(0L as Long?) { sum, node -> plusExact(sum, series.exclusiveExact(node)) }
    sample(out, exclusive, OTHERS, valueOf(others.sumOf { series.exclusive(it) }, exact, size))
}

/** Writes no sample if the number of laps is unknown, because 0 would be a number. */
private fun writeLaps(out: Appendable, series: Series, name: String, places: List<PlacedNode>, others: List<CallGraphNode>) {
    val known = places.filter { it.node.inclusive.knownLaps != null }
    val ofOthers = others.mapNotNull { it.inclusive.knownLaps }
    if (known.isEmpty() && ofOthers.isEmpty()) return
    family(out, name, "counter", "", "Laps of ${series.id}")
    for (place in known) sample(out, name + "_total", place, place.node.inclusive.laps.toString())
    if (ofOthers.isNotEmpty() && ofOthers.size == others.size) sample(out, name + "_total", OTHERS, ofOthers.sum().toString())
}

/** Writes percentiles of laps for the listed paths. Unknown ones have no sample. */
private fun writeQuantiles(
    out: Appendable,
    series: Series,
    name: String,
    unit: String,
    places: List<PlacedNode>,
    percentiles: List<Double>,
) {
    val known = if (series.element > 0) emptyList() else knownPercentiles(series.graph, percentiles)
    if (known.isEmpty()) return
    val size = baseSize(series.quantity)
    family(out, name, "summary", unit.removePrefix("_"), "Percentiles of the laps of ${series.id}")
    for (place in places) {
        for (one in known) {
            val value = place.node.inclusive.percentile(one) ?: continue
            sample(out, name, place.path, (value / size).toString(), place.node.isConcurrent, ",quantile=\"${quantileOf(one)}\"")
        }
    }
}

/** Converts 99.9 to 0.999 in decimal, because 99.9 / 100.0 is 0.9990000000000001. */
private fun quantileOf(percentile: Double): String {
    val millionths = (percentile * 1e6).roundToLong()
    return exactDecimal(millionths, 1e8)!!
}

private fun valueOf(raw: Double, exact: Long?, size: Double): String = exact?.let { exactDecimal(it, size) } ?: (raw / size).toString()

/** Returns the listed nodes with their paths (of equal paths the first), and the nodes beyond the limit. */
private fun placesOf(series: Series): Pair<List<PlacedNode>, List<CallGraphNode>> {
    val nodes = series.graph.nodes().toList()
    val kept = if (nodes.size <= MAX_PLACES) null
    else nodes.sortedByDescending {
        if (series.isAdditive) series.exclusive(it) else series.inclusive(it)
    }.take(MAX_PLACES).toHashSet()
    val places = ArrayList<PlacedNode>()
    val others = ArrayList<CallGraphNode>()
    val path = ArrayList<String>()
    val seen = HashSet<String>()
    for (node in nodes) {
        while (path.size > node.depth) path.removeAt(path.lastIndex)
        path.add(node.label.replace("/", "\\/"))
        if (kept != null && node !in kept) {
            others.add(node)
            continue
        }
        val whole = shortPath(path)
        if (seen.add(whole)) places.add(PlacedNode(whole, node)) else others.add(node)
    }
    return places to others
}

private fun shortPath(path: List<String>): String {
    val kept = if (path.size <= 64) path else listOf(path[0], "(${path.size - 63} regions)") + path.takeLast(62)
    return kept.joinToString("/") { shorten(it) }
}

private fun baseSize(quantity: Quantity): Double = when (quantity) {
    Quantity.TIME -> 1e9
    Quantity.ENERGY -> 1e6
    Quantity.PERCENTAGE -> 100.0
    else -> 1.0
}

private fun baseUnit(series: Series): String = when {
    series.suffix.isNotEmpty() -> (if (series.quantity === Quantity.MEMORY) "_bytes" else "") + "_per_second"
    series.isTime -> "_seconds"
    series.quantity === Quantity.MEMORY -> "_bytes"
    series.quantity === Quantity.ENERGY -> "_joules"
    series.quantity === Quantity.PERCENTAGE -> "_ratio"
    else -> ""
}

private fun family(out: Appendable, name: String, type: String, unit: String, help: String) {
    out.append("# TYPE $name $type\n")
    if (unit.isNotEmpty()) out.append("# UNIT $name $unit\n")
    out.append("# HELP $name ${escaped(help)}\n")
}

private fun sample(out: Appendable, name: String, place: PlacedNode, value: String) =
    sample(out, name, place.path, value, place.node.isConcurrent)

private fun sample(
    out: Appendable,
    name: String,
    path: String,
    value: String,
    isConcurrent: Boolean = false,
    furtherLabel: String = "",
) {
    out.append(name).append("{path=\"").append(escaped(path)).append('"')
    if (isConcurrent) out.append(",concurrent=\"true\"")
    out.append(furtherLabel).append("} ").append(value).append('\n')
}

private fun escaped(text: String): String = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
