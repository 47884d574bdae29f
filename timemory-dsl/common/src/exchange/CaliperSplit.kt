package timemory

/**
 * Caliper's json-split, which Hatchet and Thicket read: a tree of paths, and a row of values for each of its nodes. Time is in seconds, memory
 * in megabytes; elapsed time has the name that those readers look for, `time.duration`.
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
        json.value(joint.laps(node))
        for (series in all) {
            val recorded = joint.of(node, series)
            if (series.isAdditive) json.value((recorded?.let(series::exclusive) ?: Double.NaN) / series.unit.size)
            json.value((recorded?.let(series::inclusive) ?: Double.NaN) / series.unit.size)
        }
        json.value(node.toLong())
        json.endArray()
    }
    json.endArray()
    val columns = listOf("count") + all.flatMap { columnsOf(it, results) }
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
    json.field("timemory.process", results.processId.toString())
    for (series in all) json.field("timemory.unit.${series.id}", series.unit.symbol + series.suffix)
    json.endObject()
    out.append('\n')
}

/** A number that does not add up has no exclusive value. */
private fun columnsOf(series: Series, results: Results): List<String> {
    val name = if (series.id == "wall_clock" && leadingSeriesOf(results)?.id == series.id) "time.duration" else series.id
    return if (series.isAdditive) listOf("sum#$name", "inclusive#sum#$name") else listOf("inclusive#sum#$name")
}
