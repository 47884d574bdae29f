package timemory.export.internal

import kotlin.math.nextDown
import timemory.internal.text.JsonWriter
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * Writes Chrome's Trace Event Format, which timemory calls a flame graph: a start and an end event for each node, in microseconds if the
 * component records time and in raw units otherwise. [TraceLayout] decides their positions.
 *
 * Viewers sort events by timestamps that are doubles, some after subtracting the first one, and order an end and a start with the same
 * timestamp inconsistently. Therefore slices have no duration, whose sum with the start would be rounded, and each ends a quarter of a unit
 * before the next can begin; an empty slice is an instant event. Events have no arguments either, because viewers would then show one
 * region as several.
 *
 * In the file of elapsed time, process metrics sampled at intervals follow the slices as counters.
 *
 * `otherData` names the component and its raw unit, which viewers show as microseconds. What slices cannot express follows in `timemory`,
 * with an entry for each region in call graph order: its depth, its laps (`null` if unknown), its sum, the index of its slice if that order
 * is different, and whether it ran concurrently with its parent.
 */
internal fun writeChromeTrace(out: Appendable, results: Results, series: Series) {
    val json = JsonWriter(out)
    json.beginObject()
    json.name("otherData")
    json.beginObject()
    json.field("component", series.id)
    json.field("unit", series.rawUnit)
    json.field("rule", WIDTHS_RULE)
    json.endObject()
    json.name("traceEvents")
    json.beginArray()
    json.beginObject()
    json.field("name", "process_name")
    json.field("ph", "M")
    json.field("pid", results.processId)
    json.name("args")
    json.beginObject()
    json.field("name", "${series.id} of ${titleOf(results)}")
    json.endObject()
    json.endObject()
    val events = ChromeEvents(json, series, results.processId)
    val layout = TraceLayout(series)
    layout.forEach(events::begin, events::end)
    if (series.isTime) events.nameTracks(results)
    if (series.isTime && series.id == leadingSeriesOf(results)?.id) OverTime.of(results).forEach(events::counter)
    json.endArray()
    json.name("timemory")
    json.beginObject()
    val nodes = series.graph.nodes()
    json.list("depth", nodes) { json.value(it.depth.toLong()) }
    json.list("laps", nodes) { json.valueOrNothing(it.inclusive.knownLaps) }
    json.list("sum", nodes) { json.value(series.inclusive(it), 0) }
    if (layout.hasAnyApart) events.numbers().let { numbers -> json.list("slice", nodes) { json.value(numbers.getValue(it).toLong()) } }
    json.list("concurrent", nodes.withIndex().filter { it.value.isConcurrent }) { json.value(it.index.toLong()) }
    json.endObject()
    json.field("displayTimeUnit", "ns")
    json.endObject()
    out.append('\n')
}

private inline fun <T> JsonWriter.list(name: String, elements: Sequence<T>, write: (T) -> Unit) {
    name(name)
    beginArray()
    for (element in elements) write(element)
    endArray()
}

private class ChromeEvents(private val json: JsonWriter, private val series: Series, private val process: Long) {
    private val slices = ArrayList<CallGraphNode>()
    private val tracks = LinkedHashSet<Int>()

    /** Writes the names of the threads that slices are on. */
    fun nameTracks(results: Results) {
        for (track in tracks) {
            val name = results.threadNames[track] ?: continue
            json.beginObject()
            json.field("name", "thread_name")
            json.field("ph", "M")
            json.field("pid", process)
            json.field("tid", track.toLong())
            json.name("args")
            json.beginObject()
            json.field("name", name)
            json.endObject()
            json.endObject()
        }
    }

    fun begin(slice: TraceLayout.Slice) {
        tracks.add(slice.track)
        slices.add(slice.node)
        event(slice.node.label, if (slice.end > slice.start) "B" else "i", slice.track, at(slice.start))
    }

    fun end(slice: TraceLayout.Slice) {
        if (slice.end > slice.start) event(slice.node.label, "E", slice.track, before(at(slice.end)))
    }

    /** Writes sampled process metrics: from the start of each interval on, the average, or the increase per second. */
    fun counter(counter: OverTime) {
        val name = "${counter.name} (${counter.rawUnit})"
        counter.forEachPoint { time, value ->
            json.beginObject()
            json.field("name", name)
            json.field("ph", "C")
            json.field("pid", process)
            json.name("ts")
            json.value(at(time), 5)
            json.name("args")
            json.beginObject()
            json.field("value", value)
            json.endObject()
            json.endObject()
        }
    }

    /** Returns the slice index of each node. */
    fun numbers(): Map<CallGraphNode, Int> {
        val numbers = HashMap<CallGraphNode, Int>(2 * slices.size)
        for ((i, node) in slices.withIndex()) numbers[node] = i
        return numbers
    }

    /** Converts to hundredths of a raw unit, which a double represents exactly for a day in nanoseconds. */
    private fun at(time: Long): Double = time * 100.0

    /** Returns the time a quarter of a raw unit earlier, or the nearest earlier time that is still distinguishable after division. */
    private fun before(time: Double): Double {
        var earlier = time
        repeat(4) { earlier = earlier.nextDown() }
        return minOf(earlier, time - 25.0)
    }

    private fun event(label: String, phase: String, track: Int, hundredths: Double) {
        json.beginObject()
        json.field("name", label)
        json.field("ph", phase)
        json.field("pid", process)
        json.field("tid", track.toLong())
        json.name("ts")
        json.value(hundredths, if (series.isTime) 5 else 2)
        if (phase == "i") json.field("s", "t")
        json.endObject()
    }
}
