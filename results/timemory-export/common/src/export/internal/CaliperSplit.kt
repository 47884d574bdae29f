package timemory.export.internal

import timemory.internal.text.JsonWriter
import timemory.results.Results

/**
 * Writes Caliper's json-split format, which Hatchet and Thicket read: a tree of paths, and a row of values for each node. Time is in
 * seconds, memory in megabytes; elapsed time is called `time.duration` because those readers look for that name. Values must be numbers, so
 * `timemory.concurrent` is 1 for nodes that ran concurrently with their parent region, and 0 otherwise.
 */
internal fun writeCaliperSplit(out: Appendable, results: Results) {
    val json = JsonWriter(out)
    val joint = JointTree(results.graphs)
    val all = seriesOf(results)
    json.beginObject()
    json.name("data")
    json.beginArray()
    for (node in 0 until joint.size) {
        json.beginArray()
        json.valueOrNothing(joint.knownLaps(node))
        for (series in all) {
            val recorded = joint.of(node, series)
            if (series.isAdditive) json.value((recorded?.let(series::exclusive) ?: Double.NaN) / series.unit.size)
            json.value((recorded?.let(series::inclusive) ?: Double.NaN) / series.unit.size)
        }
        json.value(if (joint.isConcurrent(node)) 1L else 0L)
        json.value(node.toLong())
        json.endArray()
    }
    json.endArray()
    val columns = listOf("count") + all.flatMap { columnsOf(it, results) } + CONCURRENT
    json.name("columns")
    json.beginArray()
    (columns + "path").forEach(json::value)
    json.endArray()
    json.name("column_metadata")
    json.beginArray()
    for (i in 0..columns.size) {
        json.beginObject()
        json.field("is_value", i < columns.size)
        json.endObject()
    }
    json.endArray()
    json.name("nodes")
    json.beginArray()
    for (node in 0 until joint.size) {
        json.beginObject()
        json.field("label", joint.label(node))
        json.field("column", "path")
        if (joint.parent(node) >= 0) json.field("parent", joint.parent(node).toLong())
        json.endObject()
    }
    json.endArray()
    json.field("caliper.channel", "timemory")
    json.field("timemory.rule", WIDTHS_RULE)
    json.field("timemory.process", results.processId.toString())
    for (series in all) json.field("timemory.settings.unit.${series.id}", series.unit.symbol + series.suffix)
    json.endObject()
    out.append('\n')
}

private const val CONCURRENT = "timemory.concurrent"

/** Non-additive numbers have no exclusive value. */
private fun columnsOf(series: Series, results: Results): List<String> {
    val name = if (series.id == "wall_clock" && leadingSeriesOf(results)?.id == series.id) "time.duration" else series.id
    return if (series.isAdditive) listOf("sum#$name", "inclusive#sum#$name") else listOf("inclusive#sum#$name")
}
