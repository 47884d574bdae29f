package timemory

/**
 * The Trace Event Format of Chrome, which timemory calls a flame graph: a complete event for each node, in microseconds where the component
 * records time and in raw units otherwise. See [TraceLayout] for where they stand.
 *
 * `otherData` names the component and its raw unit, which viewers take for microseconds. What slices alone do not tell stands in their
 * arguments: how deep the node is, whether it ran beside the one above, and its sum where that does not fit into the slice around it.
 */
internal fun writeChromeTrace(out: Appendable, results: Results, series: Series) {
    val json = JsonWriter(out)
    val exponent = if (series.isTime) 3 else 0
    json.beginObject()
    json.name("otherData")
    json.beginObject()
    json.field("component", series.id)
    json.field("unit", series.rawUnit)
    json.endObject()
    json.name("traceEvents")
    json.beginArray()
    json.beginObject()
    json.field("name", "process_name")
    json.field("ph", "M")
    json.field("pid", results.processId)
    json.name("args")
    json.beginObject()
    json.field("name", "${series.id} of process ${results.processId}")
    json.endObject()
    json.endObject()
    TraceLayout(series).forEach(
        begin = { node, track, start, end ->
            json.beginObject()
            json.field("name", node.label)
            json.field("cat", series.id)
            json.field("ph", "X")
            json.field("pid", results.processId)
            json.field("tid", track.toLong())
            json.name("ts")
            json.value(start.toDouble(), exponent)
            json.name("dur")
            json.value((end - start).toDouble(), exponent)
            json.name("args")
            json.beginObject()
            json.field("laps", node.inclusive.laps)
            json.field("depth", node.depth.toLong())
            if (node.isConcurrent) json.field("concurrent", true)
            if (series.inclusive(node).toLong() != end - start) json.field("sum", series.inclusive(node).toLong())
            json.endObject()
            json.endObject()
        },
        end = { _, _ -> },
    )
    json.endArray()
    json.field("displayTimeUnit", "ns")
    json.endObject()
    out.append('\n')
}
