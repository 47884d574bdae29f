package timemory.export.data.internal

import kotlinx.serialization.json.JsonArray
import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonNull
import kotlinx.serialization.json.JsonObject
import kotlinx.serialization.json.JsonPrimitive
import timemory.Totals
import timemory.export.data.RegionRecorder
import timemory.export.ranks.RankStatistics
import timemory.results.CallGraphNode
import timemory.results.CoroutineRuns
import timemory.results.ReadValue
import timemory.statistics.Bucket

/** The label table of a file, shared by all its components: later occurrences refer to a label by number. */
internal class CompactLabels {
    private val labels = ArrayList<String>()

    fun of(element: JsonElement?, slice: JsonSlice): String {
        if (element !is JsonPrimitive) slice.isNot("a label")
        if (element.isString) return element.content.also(labels::add)
        return labels.getOrNull(element.whole()?.toInt() ?: -1) ?: slice.isNot("a label")
    }
}

/**
 * Restores the nodes of a component from `results.timemory.json`, as `CompactFile` of the core wrote them, exactly to the last digit.
 *
 * @param values the kind of values: `integer`, `real` or `object`
 */
internal class CompactNodes(
    private val recorder: RegionRecorder,
    private val count: Int,
    private val values: String,
    private val labels: CompactLabels,
) {
    private var threads = listOf(0)
    private var place = -1L
    private var overheads = DoubleArray(16)

    fun add(slice: JsonSlice) {
        val row = slice.decode(JsonArray.serializer())
        val depth = row.getOrNull(0)?.whole()?.takeIf { it in 0..Int.MAX_VALUE }?.toInt() ?: slice.isNot("how deep a region is")
        val label = labels.of(row.getOrNull(1), slice)
        val rare = row.getOrNull(4) as? JsonObject ?: NONE
        val node = recorder.place(label, depth, isOneLap = "start" in rare)
        val laps = row.getOrNull(2)?.let { if (it is JsonNull) null else it.whole() ?: slice.isNot("a number of laps") }
        if (laps != 0L) restore(node.inclusive, laps, numbersOf(row.getOrNull(3), slice), rare, slice)
        note(node, rare, slice)
    }

    private fun numbersOf(element: JsonElement?, slice: JsonSlice): List<JsonElement> {
        val numbers =
            if (count == 1) listOf(element ?: slice.isNot("a number")) else element as? JsonArray ?: slice.isNot("a list of numbers")
        if (numbers.size != count) slice.isNot("a list of $count numbers")
        return numbers
    }

    private fun restore(totals: Totals, laps: Long?, numbers: List<JsonElement>, rare: JsonObject, slice: JsonSlice) {
        if (totals.laps != 0L || totals.hasUnknownLaps) slice.isNot("a region that was not there before")
        if (laps != null && laps < 0L) slice.isNot("a number of laps")
        val isInteger = values == "integer"
        val exact =
            if (isInteger && "exact" !in rare) numbers[0].part(0).whole() ?: slice.isNot("a whole number") else rare["exact"]?.whole()
        val all = DoubleArray(count) { i -> if (exact != null && isInteger) exact.toDouble() else numbers[i].part(0).double() }
        val lasts = numbers.map { if (it is JsonArray) it.part(LAST) else it }
        val isLastKnown = lasts.none { it is JsonPrimitive && it.isString && it.content == "none" }
        val last: Any? = when {
            !isLastKnown -> null
            values == "object" -> ReadValue(DoubleArray(count) { lasts[it].double() }, rare["lastText"]?.text())
            isInteger -> lasts[0].whole() ?: slice.isNot("a whole number")
            else -> lasts[0].double()
        }
        val value = if (values == "object") ReadValue(all, rare["text"]?.text()) else null
        val open = rare["open"]?.whole() ?: 0L
        val unended = rare["unended"]?.double() ?: if (open == 0L) 0.0 else Double.NaN
        totals.restore(laps, open, exact, rare["tooLarge"]?.flag() ?: false, value, last, unended)
        val counts = rare["counts"]?.numbers()
        for ((i, one) in totals.statistics.withIndex()) {
            val told = numbers[i]
            val ofThis = counts?.getOrNull(i)?.whole() ?: totals.laps
            if (told !is JsonArray) one.restore(ofThis, all[i], all[i], all[i], 0.0, totals.hasUnknownLaps)
            else one.restore(
                ofThis,
                if (told.size > SUM) told.part(SUM).double() else all[i],
                told.part(MIN).double(),
                told.part(MAX).double(),
                told.part(SQUARES).double(),
                totals.hasUnknownLaps,
            )
        }
        noteDistribution(totals, rare)
    }

    private fun noteDistribution(totals: Totals, rare: JsonObject) {
        rare["percentiles"]?.numbers()?.chunked(2)?.forEach { totals.notePercentile(it[0].double(), it.last().double()) }
        val histogram = rare["histogram"]?.numbers() ?: return
        if (histogram.isEmpty()) return
        var from = histogram[0].double()
        totals.noteHistogram(
            histogram.drop(1).chunked(2).map { bucket ->
                Bucket(from, bucket[0].double(), bucket.last().whole() ?: 0L).also { from = it.to }
            },
        )
    }

    private fun note(node: CallGraphNode, rare: JsonObject, slice: JsonSlice) {
        rare["threads"]?.let { list ->
            threads = list.numbers().map { it.whole()?.takeIf { number -> number in 0..Int.MAX_VALUE }?.toInt() ?: slice.isNot("a thread") }
        }
        threads.forEach(node::addThread)
        place = rare["place"]?.whole() ?: (place + 1L)
        node.place = place
        if (node.depth >= overheads.size) overheads = overheads.copyOf(2 * node.depth)
        rare["overhead"]?.let { overheads[node.depth] = it.double() }
        node.instrumentation = overheads[node.depth]
        node.isConcurrent = rare["concurrent"]?.flag() ?: false
        node.hasMissingLaps = rare["missing"]?.flag() ?: false
        node.start = rare["start"]?.whole() ?: -1L
        rare["facts"]?.let { facts ->
            val numbers = facts.numbers().map { it.double() }.toDoubleArray()
            node.facts = RankStatistics.of(numbers, count) ?: slice.isNot("a comparison of processes")
        }
        rare["runs"]?.let { runs ->
            node.facts = CoroutineRuns.of(runs.numbers().map { it.double() }.toDoubleArray()) ?: slice.isNot("a list of runs")
        }
        val self = rare["self"] ?: return
        val exact = if (self is JsonArray) null else self.whole() ?: slice.isNot("a number")
        val numbers = if (exact != null) DoubleArray(count) { exact.toDouble() } else self.numbers().map { it.double() }.toDoubleArray()
        if (numbers.size != count || count == 0) slice.isNot("a list of $count numbers")
        node.restoreExclusive(numbers, exact)
    }

    private companion object {
        val NONE = JsonObject(emptyMap())
        const val MIN = 1
        const val MAX = 2
        const val SQUARES = 3
        const val LAST = 4
        const val SUM = 5
    }
}

/** Returns element [index] of a list, or the value itself if it is not a list. */
private fun JsonElement.part(index: Int): JsonElement = if (this is JsonArray) getOrElse(index) { JsonNull } else this

/** Like [number], but also accepts infinite numbers. */
private fun JsonElement.double(): Double = when {
    this is JsonPrimitive && isString && content == "inf" -> Double.POSITIVE_INFINITY
    this is JsonPrimitive && isString && content == "-inf" -> Double.NEGATIVE_INFINITY
    else -> number()
}
