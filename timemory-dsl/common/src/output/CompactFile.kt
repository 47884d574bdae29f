package timemory.output

import timemory.ComponentType
import timemory.Totals
import timemory.internal.lean.*
import timemory.internal.platform.isOutOfMemory
import timemory.internal.text.JsonWriter
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.CoroutineRuns
import timemory.results.Metric
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.Settings
import timemory.settings.percentilesOf
import timemory.statistics.Statistics

/**
 * Results and how they came about in one file, `results.timemory.json`: everything that the files of other formats are made of, to the last
 * digit, so that they can be made of it later. It is written by default, and so it is small and quickly written: it contains no number
 * twice, nothing that follows from the rest, and no label more than once.
 *
 * ```
 * {"timemory":"results","version":1,"processId":1,"threadCount":1,"processCount":1,"problems":[],"metadata":{...},
 *  "components":[{"id":"wall_clock",...,"values":"integer","nodes":[
 *    [0,"main",1,5000],
 *    [1,"load",3,[900,200,400,20000,300]],
 *    [1,0,1,7,{"threads":[1],"concurrent":true}]]}],"timelines":[]}
 * ```
 * A node is a list: its depth; its label, or the number of a label that was written before, counting from 0; its laps; its numbers in raw
 * units; and an object with the properties that few nodes have. Parents come before their children.
 *
 * **Numbers.** One entry for each number that a value holds, in a list unless there is exactly one. For a single lap, the entry is that
 * lap's number. Otherwise it is a list: the value over all laps, the minimum, the maximum, the sum of squared distances from the mean, the
 * last lap, and the sum of the laps if it differs from the value. Without laps, `null` takes the place of all entries. As an
 * entry, `null` is not a number, and `"inf"` and `"-inf"` are infinite.
 *
 * **What few nodes have.** `threads` and `overhead` (see [CallGraphNode.instrumentation]) where they are not those of the node before, of
 * any depth and of this depth; `place` where it is not the next after that of the node before; `open` laps; `concurrent`; `start`; `self`,
 * where it is not the value less those of the nodes below that are not concurrent, in a list unless it is exact; `missing` laps; `exact`,
 * the sum as an integer where `values` are not, and `null` where they are and it is not known; `percentiles`, `histogram` (where it begins,
 * then the end and the count of each bucket), `facts` (what is known of it besides: how processes differ, as numbers), `runs` of a coroutine
 * in a timeline (how many more there were; then of each when it started, its length, and the thread), and `text` and `lastText` of values
 * that are shown as such.
 *
 * Beside the nodes, `failure` is what showing values failed with. Where the results were merged, `processes` has, after `processCount`, for
 * each process its rank, its machine, its number there, and what distinguishes it from others of that number.
 *
 * **Threads.** `threadNames` has the names of threads by their numbers, if it is known.
 *
 * **Over time.** `overTime`, where something was read of the process at intervals, has `columns`, as `numbers` of a component, and `rows`,
 * which [CompactFacts] explains.
 *
 * **Values** are `integer` where sums are exact, `real`, or `object` for those of a component's own type.
 */
internal class CompactFile(private val results: Results, private val settings: Settings) {
    fun write(out: Appendable) {
        val json = JsonWriter(out)
        json.beginObject()
        json.field("timemory", "results")
        json.field("version", COMPACT_VERSION.toLong())
        json.field("processId", results.processId)
        json.field("threadCount", results.threadCount.toLong())
        json.field("processCount", results.processCount.toLong())
        if (results.threadNames.isNotEmpty()) {
            json.name("threadNames")
            json.beginObject()
            for ((number, name) in results.threadNames) json.field(number.toString(), name)
            json.endObject()
        }
        val further = results.attachments as? CompactFacts
        further?.writeTo(json)
        json.name("problems")
        json.texts(results.problems)
        writeMetadata(json)
        val labels = Labels(json)
        json.name("components")
        json.beginArray()
        val percentiles = percentilesOf(settings.percentiles).orEmpty()
        for (graph in results.graphs) CompactComponent(json, graph, labels, percentiles).write()
        json.endArray()
        writeTimelines(json, labels)
        further?.overTime?.let { (columns, rows) -> writeOverTime(json, columns, rows) }
        json.endObject()
        out.append('\n')
    }

    private fun writeMetadata(json: JsonWriter) {
        val metadata = runMetadata(results, settings) ?: return
        json.name("metadata")
        json.beginObject()
        json.texts("info", metadata.info)
        json.texts("environment", metadata.environment)
        json.name("commandLine")
        json.texts(metadata.commandLine)
        json.name("settings")
        json.beginObject()
        for ((name, setting) in metadata.settings) {
            json.name(name)
            json.beginObject()
            json.field("value", setting.value)
            json.field("isSet", setting.isSet)
            json.endObject()
        }
        json.endObject()
        json.endObject()
    }

    private fun writeTimelines(json: JsonWriter, labels: Labels) {
        json.name("timelines")
        json.beginArray()
        for (track in results.devices?.tracks.orEmpty()) {
            json.beginObject()
            json.field("name", track.name)
            json.name("activities")
            json.beginArray()
            track.forEach { name, start, nanoseconds ->
                json.beginArray()
                labels.write(name)
                json.value(start)
                json.value(nanoseconds)
                json.endArray()
            }
            json.endArray()
            json.endObject()
        }
        json.endArray()
    }
}

private fun writeOverTime(json: JsonWriter, columns: List<Metric.Number>, rows: List<DoubleArray>) {
    json.name("overTime")
    json.beginObject()
    json.name("columns")
    json.numbers(columns)
    json.name("rows")
    json.beginArray()
    for (row in rows) {
        json.beginArray()
        for (number in row) json.number(number)
        json.endArray()
    }
    json.endArray()
    json.endObject()
}

/** The version of the compact file's form. */
internal const val COMPACT_VERSION: Int = 1

/** Writes each label once, and its number from then on. */
private class Labels(private val json: JsonWriter) {
    private val numbers = HashMap<String, Long>()

    fun write(label: String) {
        val number = numbers[label]
        if (number != null) return json.value(number)
        numbers[label] = numbers.size.toLong()
        json.value(label)
    }
}

/** The part of the file that is about one component. */
private class CompactComponent(
    private val json: JsonWriter,
    private val graph: CallGraph,
    private val labels: Labels,
    private val percentiles: List<Double>,
) {
    private val type: ComponentType<*> = graph.type
    private val values = valuesOf(graph)
    private val rare = Rare(json)

    fun write() {
        json.beginObject()
        json.field("id", type.id)
        json.field("label", type.label)
        json.field("description", type.description)
        val title = type.titleOf(numbersShown(graph))
        if (title != type.description.uppercase()) json.field("title", title)
        if (type.hidesZeros) json.field("hidesZeros", true)
        type.precision?.let { json.field("precision", it.toLong()) }
        type.width?.let { json.field("width", it.toLong()) }
        json.name("aliases")
        json.texts(type.aliases)
        json.field("binding", type.binding.name)
        json.name("numbers")
        json.numbers(Metric.of(type).numbers)
        json.field("threadsApart", graph.threadsApart)
        json.field("values", values.id)
        json.name("nodes")
        json.beginArray()
        val usual = Usual()
        for (node in graph.nodes()) writeNode(node, usual)
        json.endArray()
        failure?.let { json.field("failure", "component ${type.id} cannot be shown: $it") }
        json.endObject()
    }

    /** What showing a value failed with first, which must not cost the numbers. */
    private var failure: Throwable? = null

    private inline fun shown(show: () -> String?): String? = try {
        show()
    } catch (exception: Throwable) {
        if (isOutOfMemory(exception)) throw exception
        failure = failure ?: exception
        null
    }

    private fun writeNode(node: CallGraphNode, usual: Usual) {
        val totals = node.inclusive
        json.beginArray()
        json.value(node.depth.toLong())
        labels.write(node.label)
        val laps = totals.knownLaps
        if (laps == null) json.nothing() else json.value(laps)
        if (laps == 0L) {
            json.nothing()
        } else if (type.elementCount == 1) {
            writeNumber(totals, 0)
        } else {
            json.beginArray()
            for (i in 0 until type.elementCount) writeNumber(totals, i)
            json.endArray()
        }
        writeCircumstances(node, usual)
        if (laps != 0L) writeRare(node)
        rare.end()
        json.endArray()
    }

    private fun writeNumber(totals: Totals, i: Int) {
        val one = totals.statistics[i]
        val isExact = values == Values.INTEGER && totals.isExact
        val all = totals.sum(i)
        if (isOneLap(totals, one, all, i)) {
            if (isExact) json.value(totals.exact) else json.number(all)
            return
        }
        json.beginArray()
        if (isExact) json.value(totals.exact) else json.number(all)
        val told = if (isExact) totals.exact.toDouble() else all
        json.number(one.min)
        json.number(one.max)
        json.number(one.squaresAroundMean)
        if (totals.isLastInteger) json.value(totals.lastInteger)
        else if (totals.hasLast) json.number(totals.last(i))
        else json.value("none")
        // Unlike the value, it is a sum in floating point.
        if (!isSame(one.sum, told)) json.number(one.sum)
        json.endArray()
    }

    private fun isOneLap(totals: Totals, one: Statistics, all: Double, i: Int): Boolean =
        totals.laps == 1L && !totals.hasUnknownLaps && totals.hasLast && one.count == 1L && one.squaresAroundMean == 0.0 &&
            isSame(one.sum, all) && isSame(one.min, all) && isSame(one.max, all) &&
            if (values != Values.INTEGER) isSame(totals.last(i), all)
            else totals.isLastInteger && totals.isExact && totals.lastInteger == totals.exact

    private fun isSame(a: Double, b: Double) = a.toBits() == b.toBits()

    private fun writeCircumstances(node: CallGraphNode, usual: Usual) {
        if (!usual.hasThreads(node)) {
            rare.name("threads")
            json.beginArray()
            for (thread in node.threads) json.value(thread.toLong())
            json.endArray()
        }
        if (!usual.hasPlace(node)) {
            rare.name("place")
            json.value(node.place)
        }
        if (!usual.hasOverhead(node)) {
            rare.name("overhead")
            json.number(node.instrumentation)
        }
        if (node.isConcurrent) rare.flag("concurrent")
        if (node.hasMissingLaps) rare.flag("missing")
        if (node.start >= 0L) {
            rare.name("start")
            json.value(node.start)
        }
        if (!node.hasUsualExclusive) writeSelf(node)
    }

    private fun writeSelf(node: CallGraphNode) {
        if (type.elementCount == 0) return
        rare.name("self")
        node.exclusiveExact()?.let { return json.value(it) }
        json.beginArray()
        for (i in 0 until type.elementCount) json.number(node.exclusive(i))
        json.endArray()
    }

    private fun writeRare(node: CallGraphNode) {
        val totals = node.inclusive
        if (totals.openLaps > 0L) {
            rare.name("open")
            json.value(totals.openLaps)
        }
        if (!totals.unendedSum.isNaN() && (totals.openLaps > 0L || totals.unendedSum != 0.0)) {
            rare.name("unended")
            json.number(totals.unendedSum)
        }
        if (totals.isExact != (values == Values.INTEGER)) {
            rare.name("exact")
            if (totals.isExact) json.value(totals.exact) else json.nothing()
        }
        if (totals.isTooLarge) rare.flag("tooLarge")
        shown { totals.display() }?.let { text ->
            rare.name("text")
            json.value(text)
        }
        if (values == Values.OBJECT) shown { totals.last?.let(type::displayAny) }?.let { text ->
            rare.name("lastText")
            json.value(text)
        }
        if (totals.statistics.any { it.count != totals.laps && !totals.hasUnknownLaps }) {
            rare.name("counts")
            json.beginArray()
            for (one in totals.statistics) json.value(one.count)
            json.endArray()
        }
        node.facts?.let { facts ->
            rare.name(if (facts is CoroutineRuns) "runs" else "facts")
            json.beginArray()
            for (number in facts.numbers()) json.number(number)
            json.endArray()
        }
        writeDistribution(totals)
    }

    private fun writeDistribution(totals: Totals) {
        val listed = totals.listedPercentiles
        if (percentiles.isNotEmpty() || listed.isNotEmpty()) {
            val wanted = (percentiles + listed).distinct()
            val known = wanted.mapNotNull { one -> totals.percentile(one)?.let { one to it } }
            if (known.isNotEmpty()) {
                rare.name("percentiles")
                json.beginArray()
                for ((percentile, value) in known) {
                    json.number(percentile)
                    json.number(value)
                }
                json.endArray()
            }
        }
        val buckets = totals.histogram()
        if (buckets.isEmpty()) return
        rare.name("histogram")
        json.beginArray()
        json.number(buckets[0].from)
        for (bucket in buckets) {
            json.number(bucket.to)
            json.value(bucket.count)
        }
        json.endArray()
    }
}

/** What values are: see [CompactFile]. */
private enum class Values(val id: String) { INTEGER("integer"), REAL("real"), OBJECT("object") }

private fun valuesOf(graph: CallGraph): Values {
    if (graph.type.elementCount != 1 || graph.nodes().any { it.inclusive.value != null }) return Values.OBJECT
    return if (graph.nodes().any { isReal(it.inclusive) }) Values.REAL else Values.INTEGER
}

private fun isReal(totals: Totals): Boolean =
    !totals.isLastInteger && totals.last is Double || !totals.isExact && !totals.isTooLarge && totals.laps > 0L

/** The object at the end of a node, which is begun with its first member; one for all nodes. */
private class Rare(private val json: JsonWriter) {
    private var isOpen = false

    fun name(name: String) {
        if (!isOpen) json.beginObject()
        isOpen = true
        json.name(name)
    }

    fun flag(name: String) {
        name(name)
        json.value(true)
    }

    fun end() {
        if (isOpen) json.endObject()
        isOpen = false
    }
}

/** The default for a node without an entry. */
private class Usual {
    private var before: CallGraphNode? = null
    private var place = -1L
    private var overheads = DoubleArray(16)

    fun hasThreads(node: CallGraphNode): Boolean = node.hasThreadsOf(before).also { before = node }

    fun hasPlace(node: CallGraphNode): Boolean = (node.place == place + 1L).also { place = node.place }

    fun hasOverhead(node: CallGraphNode): Boolean {
        if (node.depth >= overheads.size) overheads = overheads.copyOf(2 * node.depth)
        val isUsual = overheads[node.depth].toBits() == node.instrumentation.toBits()
        overheads[node.depth] = node.instrumentation
        return isUsual
    }
}

private fun JsonWriter.texts(name: String, texts: Map<String, String>) {
    name(name)
    beginObject()
    for ((key, text) in texts) field(key, text)
    endObject()
}

private fun JsonWriter.numbers(numbers: List<Metric.Number>) {
    beginArray()
    for (number in numbers) {
        beginObject()
        field("name", number.name)
        field("quantity", number.quantity.name)
        name("units")
        beginArray()
        for (unit in number.quantity.units) {
            beginObject()
            field("symbol", unit.symbol)
            name("size")
            shortest(unit.size)
            endObject()
        }
        endArray()
        field("unitSuffix", number.suffix)
        field("isAdditive", number.isAdditive)
        endObject()
    }
    endArray()
}

private fun JsonWriter.texts(texts: List<String>) {
    beginArray()
    texts.forEach(::value)
    endArray()
}

/** [number] to the last digit, which JSON has no way to do for some. */
private fun JsonWriter.number(number: Double) = when {
    number.isFinite() -> shortest(number)
    number.isNaN() -> nothing()
    else -> value(if (number > 0.0) "inf" else "-inf")
}

/** What a module on top of this one knows of results, as members of the compact file, in which it finds them again. */
internal interface CompactFacts {
    fun writeTo(json: JsonWriter) {}

    /**
     * What was read of the process over time: columns, and a row for each interval. A row has when it ended, in nanoseconds after measuring
     * began; how many nanoseconds of it were observed; how often the process was looked at; and for each column the value, the smallest and
     * the largest that was read. The value is the mean, or what was added in the interval where numbers add up. What could not be read is
     * not a number.
     */
    val overTime: Pair<List<Metric.Number>, List<DoubleArray>>? get() = null
}
