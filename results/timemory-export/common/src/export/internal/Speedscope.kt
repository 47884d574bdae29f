package timemory.export.internal

import timemory.internal.text.JsonWriter
import timemory.results.Results

/**
 * Writes the speedscope file format: a profile for each additive number, made of frames that open and close.
 *
 * Times are integers in raw units, or in smaller ones for fractional values (see [WholeWidths]).
 *
 * A frame is as wide as its region's inclusive value; concurrent work is separate, after the others (see [stackFrames]).
 */
internal fun writeSpeedscope(out: Appendable, results: Results) {
    val json = JsonWriter(out)
    val frames = LinkedHashMap<String, Int>()
    val all = additiveSeriesOf(results)
    for (series in all) for (frame in stackFrames(series.graph)) frames.getOrPut(frame.name) { frames.size }
    json.beginObject()
    json.field("\$schema", "https://www.speedscope.app/file-format-schema.json")
    json.field("name", titleOf(results))
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
    val widths = WholeWidths(series)
    fun own(frame: StackFrame) = if (frame.isContext) 0L else maxOf(0L, widths.of(frame.node))
    var end = 0L
    for (frame in stackFrames(series.graph)) end += own(frame)
    json.beginObject()
    json.field("type", "evented")
    // The schema allows no other unit names.
    json.field("name", if (widths.scale.isEmpty()) series.id else "${series.id} (${widths.unit})")
    json.field("unit", if (widths.scale.isNotEmpty()) "none" else unitOf(series))
    json.field("startValue", 0L)
    json.field("endValue", end)
    json.name("events")
    json.beginArray()
    var at = 0L
    val open = ArrayList<Int>()
    for (frame in stackFrames(series.graph)) {
        while (open.size > frame.depth) writeEvent(json, "C", open.removeAt(open.lastIndex), at)
        val number = frames.getValue(frame.name)
        writeEvent(json, "O", number, at)
        open.add(number)
        at += own(frame)
    }
    while (open.isNotEmpty()) writeEvent(json, "C", open.removeAt(open.lastIndex), at)
    json.endArray()
    json.endObject()
}

private fun unitOf(series: Series) = if (series.isTime) "nanoseconds" else if (series.rawUnit == "bytes") "bytes" else "none"

private fun writeEvent(json: JsonWriter, type: String, frame: Int, at: Long) {
    json.beginObject()
    json.field("type", type)
    json.field("frame", frame.toLong())
    json.field("at", at)
    json.endObject()
}
