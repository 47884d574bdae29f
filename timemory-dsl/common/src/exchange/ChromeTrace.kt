package timemory

/**
 * The Trace Event Format of Chrome, which timemory calls a flame graph: a complete event for each node, in microseconds where the component
 * records time and in raw units otherwise. See [TraceLayout] for where they stand.
 */
internal fun writeChromeTrace(out: Appendable, results: Results, series: Series) {
    val json = JsonWriter(out)
    val exponent = if (series.isTime) 3 else 0
    json.beginObject()
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
    TraceLayout(series.graph) { series.inclusive(it).toLong() }.forEach(
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
