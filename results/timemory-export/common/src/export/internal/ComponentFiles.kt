package timemory.export.internal

import kotlin.math.pow
import timemory.Binding
import timemory.DisplayUnit
import timemory.Totals
import timemory.export.ranks.RankSpread
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.ResultsFacts
import timemory.internal.text.JsonWriter
import timemory.internal.text.StructureWriter
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.percentileName
import timemory.settings.percentilesOf
import timemory.statistics.Statistics

/**
 * Writes the two JSON files of a component, and the XML file with the content of the flat one, in timemory's layout: the flat file lists
 * the nodes with their indented labels, the tree nests them and adds exclusive values.
 *
 * `entry.value` is the last lap and `entry.accum` the sum, in raw units; everything else is in the unit that `unit_value` and `unit_repr`
 * name. Keys of unknown numbers (such as the minimum exclusive lap of a region with others inside it) are missing. In addition to
 * timemory's keys, `additive` tells whether the number of several laps is their sum, `concurrent` marks regions that ran concurrently with
 * their parent, `ranks` shows how the processes differ at a node in results of several processes, `place` is an ID that a region has in the
 * files of all its components, `histogram` holds the data behind percentiles, and `begin` is the start of a timeline lap in nanoseconds
 * after measuring started.
 *
 * Groups of ranks that are kept separate are one element each of `ranks` and of `mpi`.
 *
 * The tree is written so that Hatchet can load it: all roots are below one node with hash 0; several threads are written as one rank of
 * `mpi`, because its reader fails on `graph` with threads other than 0, and by all components in the same way, because it does not join
 * rows with a rank to rows without; text that it would parse as a file and a line (`/`, a colon before a digit, `[a][b]`) is replaced by
 * look-alikes in `prefix`, and siblings with the same label and thread, such as laps of a timeline, are numbered there, because it keeps
 * only the last of equal paths. If `prefix` differs from the label, `label` is added.
 */
internal class ComponentFiles(
    private val results: Results,
    private val graph: CallGraph,
    private val settings: Settings = Settings.DEFAULT,
) {
    private val percentiles = percentilesOf(settings.percentiles).orEmpty()
    private val type = graph.type
    private val facts = results.attachments as? ResultsFacts
    private val groups = facts?.groups.orEmpty()
    private val mpiSize = facts?.mpiSize ?: 1
    private val units: List<DisplayUnit> =
        Metric.of(type).numbers.map { it.fileUnit }.ifEmpty { listOf(type.quantity.units.first()) }

    /** The exponents of [units] as powers of ten; -1 for a unit that is not a power of ten. */
    private val exponents = IntArray(units.size) { i ->
        when (units[i].size) {
            1.0 -> 0
            1e6 -> 6
            1e9 -> 9
            else -> -1
        }
    }

    /** Writes [number], in raw units of number [element], or in squared units if [power] is 2. */
    private fun scaled(json: StructureWriter, number: Double, power: Int = 1, element: Int = 0) {
        val exponent = exponents[element]
        if (exponent < 0) json.value(number / units[element].size.pow(power)) else json.value(number, power * exponent)
    }

    fun writeFlat(out: Appendable) {
        writeFlat(JsonWriter(out))
        out.append('\n')
    }

    /** Writes the content of the flat JSON with [writer]. */
    fun writeFlat(writer: StructureWriter) = withComponent(writer) { json ->
        json.name("ranks")
        json.beginArray()
        if (groups.isEmpty()) writeFlatNodes(json, 0)
        eachGroup { i, group -> group?.writeFlatNodes(json, i) }
        json.endArray()
    }

    /** Calls [write] for each group of ranks with its number and its writer; `null` if the group has no results of the component. */
    private inline fun eachGroup(write: (Int, ComponentFiles?) -> Unit) {
        for ((i, group) in groups.withIndex()) write(i, group[type.id]?.let { ComponentFiles(group, it, settings) })
    }

    private fun writeFlatNodes(json: StructureWriter, rank: Int) {
        json.beginObject()
        json.field("rank", rank.toLong())
        json.field("graph_size", graph.nodes().count().toLong())
        json.name("graph")
        json.beginArray()
        val rolling = RollingHashes()
        for (node in graph.nodes()) {
            val hash = labelHash(node.label)
            json.beginObject()
            json.name("hash")
            json.value(hash)
            json.field("prefix", flatPrefix(node))
            json.field("depth", node.depth.toLong())
            writeEntry(json, node.inclusive)
            json.name("stats")
            writeStatistics(json, node.inclusive)
            writeRanks(json, node)
            writeInstrumentation(json, node)
            writeCircumstances(json, node)
            json.name("rolling_hash")
            json.value(rolling.next(node.depth, hash))
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }

    fun writeTree(out: Appendable) {
        writeTree(JsonWriter(out))
        out.append('\n')
    }

    private fun writeTree(writer: StructureWriter) = withComponent(writer) { json ->
        val isOne = mpiSize == 1 && results.graphs.all { graph -> graph.nodes().all { node -> node.threads.all { it == 0 } } }
        json.name(if (isOne) "graph" else "mpi")
        json.beginArray()
        if (isOne) writeTreeNodes(json) else if (groups.isEmpty()) writeRankOfTree(json, this)
        eachGroup { _, group -> writeRankOfTree(json, group) }
        json.endArray()
    }

    private fun writeRankOfTree(json: StructureWriter, group: ComponentFiles?) {
        json.beginArray()
        group?.writeTreeNodes(json)
        json.endArray()
    }

    private fun writeTreeNodes(json: StructureWriter) {
        json.beginObject()
        writeTopNode(json)
        json.name("children")
        json.beginArray()
        var depth = 0
        val names = SiblingNames()
        for (node in graph.nodes()) {
            while (depth > node.depth) {
                endNode(json)
                depth--
            }
            beginNode(json, node, names.next(node))
            depth++
        }
        repeat(depth) { endNode(json) }
        json.endArray()
        json.endObject()
    }

    private inline fun withComponent(json: StructureWriter, content: (StructureWriter) -> Unit) {
        json.beginObject()
        json.name("timemory")
        json.beginObject()
        json.name(type.id)
        json.beginObject()
        json.name("properties")
        json.beginObject()
        json.field("enum", type.id.uppercase())
        json.field("id", type.id)
        json.name("ids")
        json.beginArray()
        (type.aliases + type.id).forEach(json::value)
        json.endArray()
        json.endObject()
        json.name("type")
        writeNames(json)
        json.field("description", type.description)
        json.field("unit_value", units[0].size.toLong())
        json.name("unit_repr")
        writeUnits(json)
        json.name("additive")
        writeAdditive(json)
        json.field("thread_scope_only", type.binding == Binding.THREAD)
        json.field("thread_count", results.threadCount.toLong())
        json.field("mpi_size", mpiSize.toLong())
        json.field("upcxx_size", 1L)
        json.field("process_count", results.processCount.toLong())
        json.field("num_ranks", maxOf(1, groups.size).toLong())
        json.field("concurrency", results.threadCount.toLong())
        content(json)
        json.endObject()
        json.endObject()
        json.endObject()
    }

    private fun writeUnits(json: StructureWriter) {
        if (type.elements.isEmpty()) return json.value(units[0].symbol)
        json.beginArray()
        for (i in type.elements.indices) json.value(units[i].symbol + type.unitSuffix(i))
        json.endArray()
    }

    private fun writeAdditive(json: StructureWriter) {
        if (type.elements.isEmpty()) return json.value(type.elementCount == 0 || type.isAdditive(0))
        json.beginArray()
        for (i in type.elements.indices) json.value(type.isAdditive(i))
        json.endArray()
    }

    private fun writeNames(json: StructureWriter) {
        if (type.elements.isEmpty()) return json.value(type.label)
        json.beginArray()
        type.elements.forEach(json::value)
        json.endArray()
    }

    private fun flatPrefix(node: CallGraphNode): String {
        val start = if (graph.threadsApart) "|${node.threads.joinToString(",")}>>> " else ">>> "
        // Bounded, so that ten thousand nested regions do not produce a hundred megabytes of spaces.
        val indent = if (node.depth == 0) "" else "  ".repeat(minOf(node.depth - 1, 200)) + "|_"
        return start + indent + node.label
    }

    private fun writeEntry(json: StructureWriter, totals: Totals) {
        json.name("entry")
        json.beginObject()
        json.name("laps")
        json.valueOrNothing(totals.knownLaps)
        json.name("value")
        writeRaw(json, totals.last)
        json.name("accum")
        writeRaw(json, totals.exactSum ?: totals.value ?: totals.sum)
        json.name("repr_data")
        writeSums(json, totals)
        json.name("repr_display")
        val display = totals.display()
        if (display != null) json.value(display) else writeSums(json, totals)
        if (totals.openLaps > 0L) json.field("open_laps", totals.openLaps)
        json.endObject()
    }

    private fun writeCircumstances(json: StructureWriter, node: CallGraphNode) {
        if (node.isConcurrent) json.field("concurrent", true)
        if (node.place >= 0L) json.field("place", node.place)
        if (node.start >= 0L) json.field("start", node.start)
    }

    /** Writes how processes differ here, for results of several. Not in `stats`, because Hatchet makes a column of each number there. */
    private fun writeRanks(json: StructureWriter, node: CallGraphNode) {
        val ranks = RankStatistics.of(node) ?: return
        if (node.inclusive.statistics.isEmpty()) return
        json.name("ranks")
        json.beginObject()
        json.field("of", ranks.processCount.toLong())
        json.field("count", ranks.count.toLong())
        if (ranks.isOfTasks) json.field("tasks", true)
        writeSpread(json) { ranks.inclusive(it) }
        if (ranks.hasExclusive) {
            json.name("exclusive")
            json.beginObject()
            writeSpread(json) { ranks.exclusive(it) }
            json.endObject()
        }
        val kept = ranks.ranks
        if (kept.isNotEmpty()) {
            json.name("ranks")
            json.beginArray()
            kept.forEach { json.value(it.toLong()) }
            json.endArray()
            json.name("values")
            json.beginArray()
            for (i in kept.indices) writeEach(json) { element -> scaled(json, ranks.values(element)[i], element = element) }
            json.endArray()
        }
        json.endObject()
    }

    private inline fun writeSpread(json: StructureWriter, crossinline spread: (Int) -> RankSpread) {
        json.name("min")
        writeEach(json) { scaled(json, spread(it).min, element = it) }
        json.name("min_rank")
        writeEach(json) { json.value(spread(it).minRank.toLong()) }
        json.name("max")
        writeEach(json) { scaled(json, spread(it).max, element = it) }
        json.name("max_rank")
        writeEach(json) { json.value(spread(it).maxRank.toLong()) }
        json.name("mean")
        writeEach(json) { scaled(json, spread(it).mean, element = it) }
        json.name("stddev")
        writeEach(json) { scaled(json, spread(it).standardDeviation, element = it) }
        if (!spread(0).median.isNaN()) {
            json.name("median")
            writeEach(json) { scaled(json, spread(it).median, element = it) }
        }
        json.name("imbalance")
        writeEach(json) { json.value(spread(it).imbalance) }
    }

    /** Writes one number as itself, several as a list. */
    private inline fun writeEach(json: StructureWriter, write: (Int) -> Unit) {
        if (type.elements.isEmpty()) return write(0)
        json.beginArray()
        for (element in type.elements.indices) write(element)
        json.endArray()
    }

    /** Writes how much of the sum is overhead, if that is known, and whether it exceeds a tenth. */
    private fun writeInstrumentation(json: StructureWriter, node: CallGraphNode) {
        if (node.instrumentation == 0.0) return
        json.name("instrumentation")
        json.beginObject()
        json.name("sum")
        scaled(json, node.instrumentation)
        json.field("share", node.instrumentationShare)
        json.field("high", node.hasHighInstrumentation)
        json.endObject()
    }

    private fun writeRaw(json: StructureWriter, value: Any?) = when (value) {
        null -> json.value(0L)
        is Long -> json.value(value)
        is Double -> json.value(value)
        else -> if (type.elementCount > 0) writeRawNumbers(json, type.numbersAny(value)) else json.value(type.displayAny(value).orEmpty())
    }

    private fun writeRawNumbers(json: StructureWriter, numbers: DoubleArray) {
        if (type.elements.isEmpty()) return json.value(numbers[0])
        json.beginArray()
        numbers.forEach(json::value)
        json.endArray()
    }

    private fun writeStatistics(json: StructureWriter, totals: Totals) {
        json.beginObject()
        json.name("sum")
        writeSums(json, totals)
        json.name("count")
        json.valueOrNothing(totals.knownLaps)
        json.name("min")
        writeNumbers(json, totals) { it.min }
        json.name("max")
        writeNumbers(json, totals) { it.max }
        json.name("sqr")
        writeNumbers(json, totals, power = 2) { it.sumOfSquares }
        json.name("mean")
        writeNumbers(json, totals) { it.mean }
        json.name("stddev")
        writeNumbers(json, totals) { it.standardDeviation }
        writePercentiles(json, totals)
        writeHistogram(json, totals)
        json.endObject()
    }

    /** Writes the end and the lap count of each bucket, and the start of the first one. */
    private fun writeHistogram(json: StructureWriter, totals: Totals) {
        val buckets = totals.histogram()
        if (buckets.isEmpty()) return
        json.name("histogram")
        json.beginObject()
        json.name("bounds")
        json.beginArray()
        scaled(json, buckets.first().from)
        for (bucket in buckets) scaled(json, bucket.to)
        json.endArray()
        json.name("counts")
        json.beginArray()
        for (bucket in buckets) json.value(bucket.count)
        json.endArray()
        json.endObject()
    }

    private fun writePercentiles(json: StructureWriter, totals: Totals) {
        val wanted = (percentiles + totals.listedPercentiles).distinct()
        val known = wanted.mapNotNull { percentile -> totals.percentile(percentile)?.let { percentile to it } }
        if (known.isEmpty()) return
        json.name("percentiles")
        json.beginObject()
        for ((percentile, value) in known) {
            json.name(percentileName(percentile))
            scaled(json, value)
        }
        json.endObject()
    }

    private fun writeSums(json: StructureWriter, totals: Totals) {
        var i = 0
        writeNumbers(json, totals) { totals.sum(i++) }
    }

    /** Writes one number as itself, several as a list. */
    private inline fun writeNumbers(json: StructureWriter, totals: Totals, power: Int = 1, number: (Statistics) -> Double) {
        if (type.elements.isEmpty()) return scaled(json, totals.statistics.firstOrNull()?.let(number) ?: 0.0, power)
        json.beginArray()
        for ((i, statistics) in totals.statistics.withIndex()) scaled(json, number(statistics), power, i)
        json.endArray()
    }

    private fun writeTopNode(json: StructureWriter) {
        json.name("node")
        json.beginObject()
        json.field("hash", 0L)
        json.field("prefix", "unknown-hash=0")
        writeOrigin(json, listOf(0), 0)
        json.name("inclusive")
        writeValues(json, Totals(type))
        json.name("exclusive")
        writeValues(json, Totals(type))
        json.endObject()
    }

    private fun writeValues(json: StructureWriter, totals: Totals) {
        json.beginObject()
        writeEntry(json, totals)
        json.name("stats")
        writeStatistics(json, totals)
        json.endObject()
    }

    private fun writeOrigin(json: StructureWriter, threads: List<Int>, depth: Int) {
        json.name("tid")
        json.beginArray()
        threads.forEach { json.value(it.toLong()) }
        json.endArray()
        json.name("pid")
        json.beginArray()
        json.value(results.processId)
        json.endArray()
        json.field("depth", depth.toLong())
        json.field("is_dummy", false)
    }

    private fun beginNode(json: StructureWriter, node: CallGraphNode, prefix: String) {
        json.beginObject()
        json.name("node")
        json.beginObject()
        json.name("hash")
        json.value(labelHash(node.label))
        json.field("prefix", prefix)
        if (prefix != node.label) json.field("label", node.label)
        writeOrigin(json, node.threads, node.depth + 1)
        writeCircumstances(json, node)
        writeInstrumentation(json, node)
        json.name("inclusive")
        writeValues(json, node.inclusive)
        json.name("exclusive")
        if (node.children.isEmpty() && !node.hasOwnExclusive) writeValues(json, node.inclusive) else writeExclusive(json, node)
        writeRanks(json, node)
        json.endObject()
        json.name("children")
        json.beginArray()
    }

    private fun endNode(json: StructureWriter) {
        json.endArray()
        json.endObject()
    }

    private fun writeExclusive(json: StructureWriter, node: CallGraphNode) {
        val laps = node.inclusive.knownLaps
        json.beginObject()
        json.name("entry")
        json.beginObject()
        json.name("laps")
        json.valueOrNothing(laps)
        if (type.elements.isEmpty() && node.inclusive.statistics.isNotEmpty()) {
            val exact = node.exclusiveExact()
            json.name("accum")
            if (exact != null) json.value(exact) else json.value(node.exclusive())
            for (name in listOf("repr_data", "repr_display")) {
                json.name(name)
                scaled(json, node.exclusive())
            }
        }
        json.endObject()
        json.name("stats")
        json.beginObject()
        json.name("sum")
        writeExclusiveNumbers(json, node) { it }
        json.name("count")
        json.valueOrNothing(laps)
        json.name("mean")
        writeExclusiveNumbers(json, node) { if (laps == 0L) 0.0 else it / (laps?.toDouble() ?: Double.NaN) }
        json.endObject()
        json.endObject()
    }

    private inline fun writeExclusiveNumbers(json: StructureWriter, node: CallGraphNode, number: (Double) -> Double) {
        if (type.elements.isEmpty()) {
            return scaled(json, if (node.inclusive.statistics.isEmpty()) 0.0 else number(node.exclusive()))
        }
        json.beginArray()
        for (i in node.inclusive.statistics.indices) scaled(json, number(node.exclusive(i)), element = i)
        json.endArray()
    }
}

/** Sums of label hashes along each path, modulo 2^64, for nodes in pre-order. */
private class RollingHashes {
    private val above = ArrayList<ULong>()

    fun next(depth: Int, hash: ULong): ULong {
        while (above.size > depth) above.removeAt(above.lastIndex)
        val rolling = hash + (above.lastOrNull() ?: 0uL)
        above.add(rolling)
        return rolling
    }
}

/** Unique names for nodes in pre-order: siblings with the same label and thread are numbered. */
private class SiblingNames {
    private val levels = ArrayList<HashMap<Pair<String, List<Int>>, Int>>()

    fun next(node: CallGraphNode): String {
        while (levels.size > node.depth + 1) levels.removeAt(levels.lastIndex)
        if (levels.size <= node.depth) levels.add(HashMap())
        val name = hatchetSafe(node.label)
        val level = levels[node.depth]
        val turn = (level[name to node.threads] ?: 0) + 1
        level[name to node.threads] = turn
        return if (turn == 1) name else "$name #$turn"
    }
}

/** Replaces characters in [label] that Hatchet's reader would parse as a file or a line by look-alikes. */
internal fun hatchetSafe(label: String): String {
    if ('/' !in label && ':' !in label && "][" !in label) return label
    return buildString {
        for (i in label.indices) {
            val c = label[i]
            append(
                when {
                    c == '/' -> '\u2215'
                    c == ':' && label.getOrNull(i + 1)?.isDigit() == true -> '\u2236'
                    c == '[' && i == 0 && "][" in label -> '\uFF3B'
                    else -> c
                },
            )
        }
    }
}
