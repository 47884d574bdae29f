package timemory.export.internal

import kotlin.math.nextDown
import timemory.internal.text.JsonWriter
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * The Trace Event Format of Chrome, which timemory calls a flame graph: a begin and an end for each node, in microseconds where the
 * component records time and in raw units otherwise. See [TraceLayout] for where they stand.
 *
 * Viewers put events in order by times that are doubles, some after subtracting the first of them, and take an end and a begin at one time
 * now for the one, now for the other first. Therefore no slice has a duration, whose sum with the begin would be rounded, and each ends a
 * quarter of a unit before the next can begin; what has no length at all is an instant. Nor have events arguments, by which viewers would
 * take one region for several.
 *
 * In the file of elapsed time, what was read of the process at intervals stands after the slices, as counters.
 *
 * `otherData` names the component and its raw unit, which viewers take for microseconds. What slices alone do not say stands in `timemory`
 * after them, an entry for each region in the order of the call graph: how deep it is, its laps (`null` where they are not known), its sum,
 * which of those that begin is its slice, if that order is another, and which regions ran concurrently with the one that they hang below.
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

    fun begin(slice: TraceLayout.Slice) {
        slices.add(slice.node)
        event(slice.node.label, if (slice.end > slice.start) "B" else "i", slice.track, at(slice.start))
    }

    fun end(slice: TraceLayout.Slice) {
        if (slice.end > slice.start) event(slice.node.label, "E", slice.track, before(at(slice.end)))
    }

    /** What was read of the process at intervals: from the begin of each on, what there was on average, or was added in a second. */
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

    /** Which of the slices each node is. */
    fun numbers(): Map<CallGraphNode, Int> {
        val numbers = HashMap<CallGraphNode, Int>(2 * slices.size)
        for ((i, node) in slices.withIndex()) numbers[node] = i
        return numbers
    }

    /** In hundredths of a raw unit, which a double holds exactly for a day of nanoseconds. */
    private fun at(time: Long): Double = time * 100.0

    /** A quarter of a raw unit earlier, or as little as a double can be distinguished from [time] by when that is divided. */
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
