package timemory

/**
 * The file format of speedscope: a profile for each number that adds up, made of frames that open and close.
 *
 * A frame is as wide as what it and those inside it took themselves, so that the widths add up also where regions ran beside the one they
 * hang below.
 */
internal fun writeSpeedscope(out: Appendable, results: Results) {
    val json = JsonWriter(out)
    val frames = LinkedHashMap<String, Int>()
    val all = additiveSeriesOf(results)
    for (series in all) for (node in series.graph.nodes()) frames.getOrPut(node.label) { frames.size }
    json.beginObject()
    json.field("\$schema", "https://www.speedscope.app/file-format-schema.json")
    json.field("name", "process ${results.processId}")
    json.field("exporter", "timemory")
    json.field("activeProfileIndex", maxOf(0, all.indexOfFirst { it.id == leadingSeriesOf(results)?.id }).toLong())
    json.name("shared")
    json.beginObject()
    json.name("frames")
    json.beginArray()
    for (label in frames.keys) {
        json.beginObject()
        json.field("name", label)
        json.endObject()
    }
    json.endArray()
    json.endObject()
    json.name("profiles")
    json.beginArray()
    for (series in all) writeProfile(json, series, frames)
    json.endArray()
    json.endObject()
    out.append('\n')
}

private fun writeProfile(json: JsonWriter, series: Series, frames: Map<String, Int>) {
    var end = 0L
    for (node in series.graph.nodes()) end += maxOf(0L, series.exclusive(node).toLong())
    json.beginObject()
    json.field("type", "evented")
    json.field("name", series.id)
    json.field("unit", if (series.isTime) "nanoseconds" else if (series.rawUnit == "bytes") "bytes" else "none")
    json.field("startValue", 0L)
    json.field("endValue", end)
    json.name("events")
    json.beginArray()
    var at = 0L
    val open = ArrayList<Int>()
    for (node in series.graph.nodes()) {
        while (open.size > node.depth) writeEvent(json, "C", open.removeAt(open.lastIndex), at)
        val frame = frames.getValue(node.label)
        writeEvent(json, "O", frame, at)
        open.add(frame)
        at += maxOf(0L, series.exclusive(node).toLong())
    }
    while (open.isNotEmpty()) writeEvent(json, "C", open.removeAt(open.lastIndex), at)
    json.endArray()
    json.endObject()
}

private fun writeEvent(json: JsonWriter, type: String, frame: Int, at: Long) {
    json.beginObject()
    json.field("type", type)
    json.field("frame", frame.toLong())
    json.field("at", at)
    json.endObject()
}
