package timemory

/**
 * The text format of OpenMetrics, which Prometheus reads: for each component its laps, inclusive and exclusive values by place, in base units
 * (seconds, bytes, joules).
 *
 * A database of metrics pays for each distinct label: only the [MOST_PLACES] places with the largest exclusive values are told apart, and what the
 * others have themselves stands under `path="(others)"`, so that exclusive values still add up.
 */
internal fun writeOpenMetrics(out: Appendable, results: Results) {
    for (series in seriesOf(results)) writeSeries(out, series)
    out.append("# EOF\n")
}

private const val MOST_PLACES = 1000
private const val OTHERS = "(others)"

private class PlacedNode(val path: String, val node: CallGraphNode)

private fun writeSeries(out: Appendable, series: Series) {
    val name = "timemory_" + series.id.replace('.', '_').map { if (it in 'a'..'z' || it in '0'..'9' || it == '_') it else '_' }.joinToString("")
    val size = baseSize(series.quantity)
    val unit = baseUnit(series)
    val (places, others) = placesOf(series)
    family(out, "${name}_laps", "counter", "", "Laps of ${series.id}")
    for (place in places) sample(out, "${name}_laps_total", place.path, place.node.inclusive.laps.toDouble())
    if (others.isNotEmpty()) sample(out, "${name}_laps_total", OTHERS, others.sumOf { it.inclusive.laps }.toDouble())
    val inclusive = name + "_inclusive" + unit
    family(out, inclusive, "gauge", unit.removePrefix("_"), series.graph.type.description + ", regions inside included")
    for (place in places) sample(out, inclusive, place.path, series.inclusive(place.node) / size)
    if (!series.isAdditive) return
    val exclusive = name + "_exclusive" + unit
    family(out, exclusive, "gauge", unit.removePrefix("_"), series.graph.type.description + ", without regions inside")
    for (place in places) sample(out, exclusive, place.path, series.exclusive(place.node) / size)
    if (others.isNotEmpty()) sample(out, exclusive, OTHERS, others.sumOf { series.exclusive(it) } / size)
}

/** Places with their paths, of equal ones the first, and the nodes beyond the limit. */
private fun placesOf(series: Series): Pair<List<PlacedNode>, List<CallGraphNode>> {
    val nodes = series.graph.nodes().toList()
    val kept = if (nodes.size <= MOST_PLACES) null else nodes.sortedByDescending { if (series.isAdditive) series.exclusive(it) else series.inclusive(it) }.take(MOST_PLACES).toHashSet()
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

private fun sample(out: Appendable, name: String, path: String, value: Double) {
    out.append(name).append("{path=\"").append(escaped(path)).append("\"} ").append(value.toString()).append('\n')
}

private fun escaped(text: String): String = text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n")
