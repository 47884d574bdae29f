package timemory.export.internal

import kotlin.io.encoding.Base64
import kotlin.jvm.JvmOverloads
import kotlin.math.floor
import kotlin.math.round
import timemory.export.ranks.RankSpread
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.processes
import timemory.internal.lean.*
import timemory.internal.text.JsonWriter
import timemory.internal.text.powerOfTen
import timemory.output.numberFormatFor
import timemory.output.processFacts
import timemory.results.CallGraphNode
import timemory.results.CoroutineRuns
import timemory.results.ReadType
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.percentileName

/**
 * Writes the HTML report: a template from the module `timemory-report`, with the results in it as JSON. That module's `src/contract.ts`
 * documents the JSON.
 *
 * @param percentiles shown in addition to those read from files
 */
internal class HtmlReport(private val template: PageTemplate, private val percentiles: List<Double> = emptyList()) {
    /** Writes the report of [runs] by name: one, or two to compare, the earlier one first. */
    fun write(out: Appendable, title: String, runs: List<Pair<String, Results>>) {
        template.writeBefore(out)
        val places = runs.sumOf { (_, results) -> results.graphs.sumOf { it.nodes().count() } }
        val packed = if (places >= MIN_PACKED) packed(title, runs) else null
        if (packed != null) out.append(packed)
        else write(ReportData(percentiles), JsonWriter(out, isInMarkup = true), title, runs)
        template.writeAfter(out)
    }

    private fun write(data: ReportData, json: JsonWriter, title: String, runs: List<Pair<String, Results>>) {
        val roofs = nearbyRoofs(runs)
        data.write(json, title, runs) { if (roofs != null) it.field("ert", roofs) }
    }

    /** Returns the compressed, base64-encoded form that the report reads for large results; `null` if no compressor is available. */
    private fun packed(title: String, runs: List<Pair<String, Results>>): String? =
        deflated(container(title, runs))?.let { PACKED + Base64.encode(it) }

    /** Returns the length of the JSON in four bytes, the JSON, and the columns. */
    internal fun container(title: String, runs: List<Pair<String, Results>>): ByteArray {
        val columns = PackedColumns()
        val json = buildString { write(ReportData(percentiles, columns), JsonWriter(this), title, runs) }.encodeToByteArray()
        val all = ByteArray(Int.SIZE_BYTES + json.size + columns.size)
        for (i in 0 until Int.SIZE_BYTES) all[i] = (json.size ushr Byte.SIZE_BITS * i).toByte()
        json.copyInto(all, Int.SIZE_BYTES)
        columns.copyInto(all, Int.SIZE_BYTES + json.size)
        return all
    }
}

/** With fewer nodes and components, JSON arrays are just as fast, and readable. */
private const val MIN_PACKED = 20_000
private const val PACKED = "packed:"

/** Writes the report's data as JSON. */
internal class ReportData @JvmOverloads constructor(
    private val percentiles: List<Double>,
    private val packed: PackedColumns? = null,
) {
    /** Writes the data of [runs] (see [HtmlReport.write]) as one object, with the members that [further] adds. */
    fun write(json: JsonWriter, title: String, runs: List<Pair<String, Results>>, further: (JsonWriter) -> Unit = {}) {
        json.beginObject()
        json.field("format", "timemory-report")
        json.field("version", 1L)
        json.field("title", title)
        json.name("metadata")
        json.beginArray()
        for ((name, value) in factsOf(runs)) {
            json.beginArray()
            json.value(name)
            json.value(value)
            json.endArray()
        }
        json.endArray()
        further(json)
        json.name("runs")
        json.beginArray()
        for ((name, results) in runs) Run(json, results, percentiles, packed).write(name)
        json.endArray()
        json.endObject()
    }

    private fun factsOf(runs: List<Pair<String, Results>>): List<Pair<String, String>> = runs.flatMap { (name, results) ->
        val prefix = if (runs.size == 1) "" else "$name: "
        // Facts about this process do not apply to results that were read from a file.
        val isOwn = results.graphs.none { it.type is ReadType }
        val known = results.metadata?.info?.toList() ?: if (isOwn) processFacts(results) else emptyList()
        // RESULTS_AT is in a clock that means nothing to readers.
        val facts = known.filter { (key, _) -> key != "RESULTS_AT" }.map { (key, value) -> key.lowercase().replace('_', ' ') to value }
        val counts = listOf("processes" to results.processCount.toString(), "threads" to results.threadCount.toString())
        val components = "components" to results.graphs.joinToString { it.type.id }
        val several = if (results.processCount > 1 && facts.isNotEmpty()) counts else emptyList()
        (facts.ifEmpty { counts } + several + hostsOf(results) + components + results.problems.map { "problem" to it })
            .map { (key, value) -> prefix + key to value }
    }

    /** Returns which ranks ran on which machine, for the first machines. */
    private fun hostsOf(results: Results): List<Pair<String, String>> {
        if (results.processCount == 1) return emptyList()
        val hosts = results.processes.groupBy { it.host }.filterKeys { it.isNotEmpty() }.entries.toList()
        val more = if (hosts.size > MAX_HOSTS) listOf("further machines" to "${hosts.size - MAX_HOSTS}") else emptyList()
        return hosts.take(MAX_HOSTS).map { (host, there) -> "ranks on $host" to rangesOf(there.map { it.rank }) } + more
    }

    private fun rangesOf(ranks: List<Int>): String {
        val ranges = ArrayList<IntRange>()
        for (rank in ranks) {
            if (ranges.isNotEmpty() && ranges.last().last == rank - 1) ranges[ranges.lastIndex] = ranges.last().first..rank
            else ranges.add(rank..rank)
        }
        val shown = ranges.take(MAX_RANGES).joinToString { if (it.first == it.last) "${it.first}" else "${it.first}-${it.last}" }
        return if (ranges.size > MAX_RANGES) "$shown, ..." else shown
    }

    /**
     * Writes one set of results: everything in arrays with an entry for each node, or in packed columns. Data that only the latter need are
     * created lazily, so most processes never load those classes.
     */
    private class Run(
        private val json: JsonWriter,
        private val results: Results,
        private val percentiles: List<Double>,
        private val packed: PackedColumns?,
    ) {
        private val joint = JointTree(results.graphs)
        private val strings = LinkedHashMap<String, Int>()
        private val labels = IntArray(joint.size)
        private val threads = LinkedHashMap<Int, Int>()
        private val devices = results.devices?.tracks.orEmpty()

        init {
            var known = -1
            for (node in 0 until joint.size) {
                val any = joint.any(node)
                labels[node] = strings.getOrPut(any.label) { strings.size }
                val only = any.onlyThread
                if (only >= 0 && only == known) continue
                for (thread in any.threads) threads.getOrPut(thread) { threads.size }
                known = only
            }
            for (node in results["active_time"]?.nodes().orEmpty()) {
                val runs = node.facts as? CoroutineRuns ?: continue
                for (i in 0 until runs.size) threads.getOrPut(runs.thread(i)) { threads.size }
            }
            for (track in devices) track.forEach { name, _, _ -> strings.getOrPut(name) { strings.size } }
        }

        fun write(name: String) {
            json.beginObject()
            json.field("name", name)
            array("strings", strings.keys) { json.value(it) }
            array("threads", threads.keys) { json.value(results.threadName(it)) }
            array("components", seriesOf(results)) { writeSeries(it) }
            json.name("nodes")
            json.beginObject()
            column("label", joint.size) { labels[it].toDouble() }
            column("parent", joint.size, { Guess.Place }) { joint.parent(it).toDouble() }
            column("laps", joint.size, { Guess.Before }) { joint.knownLaps(it)?.toDouble() ?: Double.NaN }
            writeThreads()
            array("concurrent", joint.concurrent()) { json.value(it.toLong()) }
            json.endObject()
            writeTimeline()
            writeDevices()
            writeOverTime()
            json.endObject()
        }

        private fun writeThreads() {
            json.name("thread")
            if (packed != null) return writeThreadSets()
            json.beginArray()
            for (node in 0 until joint.size) {
                val numbers = threadsOf(node)
                if (numbers.size == 1) json.value(numbers[0].toLong()) else writeAll(numbers)
            }
            json.endArray()
        }

        /** Writes each distinct combination of threads once, and a column of indexes. */
        private fun writeThreadSets() {
            val sets = LinkedHashMap<List<Int>, Int>()
            val numbers = IntArray(joint.size) { node -> sets.getOrPut(threadsOf(node)) { sets.size } }
            json.beginObject()
            array("sets", sets.keys) { writeAll(it) }
            column("of", joint.size) { numbers[it].toDouble() }
            json.endObject()
        }

        private fun threadsOf(node: Int): List<Int> {
            val any = joint.any(node)
            val only = any.onlyThread
            return if (only >= 0) listOf(threads.getValue(only)) else any.threads.map { threads.getValue(it) }
        }

        private fun writeAll(numbers: List<Int>) {
            json.beginArray()
            for (number in numbers) json.value(number.toLong())
            json.endArray()
        }

        private fun writeSeries(series: Series) {
            val format = numberFormatFor(series.graph, Settings.DEFAULT, series.element)
            json.beginObject()
            json.field("id", series.id)
            json.field("description", series.graph.type.description)
            json.field("unit", format.unit.symbol + series.suffix)
            json.field("factor", format.unit.size)
            json.field("precision", format.precision.toLong())
            json.field("additive", series.isAdditive)
            json.field("timing", series.isTime)
            val isSingle = series.graph.nodes().all { it.inclusive.laps <= 1L && !it.inclusive.hasUnknownLaps }
            values("sum", series) { series.inclusive(it) }
            values("min", series, isSingle, { lap(series) }) { series.statistics(it).min }
            values("max", series, isSingle, { lap(series) }) { series.statistics(it).max }
            values("mean", series, isSingle, { Guess.Known("mean") { meanOf(it, series) } }) { series.statistics(it).mean }
            values("stddev", series, isSingle, isRounded = true) { series.statistics(it).standardDeviation }
            values("self", series, !series.isAdditive, { rest(series) }) { series.exclusive(it) }
            val hasNoCost = !series.isTime || series.graph.nodes().all { it.instrumentation == 0.0 }
            values("cost", series, hasNoCost, digits = COST_DIGITS) { round(it.instrumentationShare * powerOfTen(COST_DIGITS)) }
            writePercentiles(series)
            writeHistograms(series)
            writeRanks(series)
            json.endObject()
        }

        private fun sumOf(node: Int, series: Series): Double = joint.of(node, series)?.let { series.inclusive(it) } ?: Double.NaN

        /** Returns the average per lap. */
        private fun meanOf(node: Int, series: Series): Double = sumOf(node, series) / maxOf(joint.knownLaps(node) ?: 1L, 1L)

        private fun lap(series: Series): Guess = Guess.Known("lap") { floor(meanOf(it, series) + HALF) }

        /** Guesses the exclusive value: the sum minus those of the nodes below. */
        private fun rest(series: Series): Guess {
            val below = DoubleArray(joint.size)
            val isConcurrent = BooleanArray(joint.size)
            for (node in joint.concurrent()) isConcurrent[node] = true
            for (node in 0 until joint.size) {
                val sum = sumOf(node, series)
                if (joint.parent(node) >= 0 && !isConcurrent[node] && !sum.isNaN()) below[joint.parent(node)] += sum
            }
            return Guess.Known("rest") { sumOf(it, series) - below[it] }
        }

        /** Writes how processes differ, for results of several. */
        private fun writeRanks(series: Series) {
            val all = series.graph.nodes().mapNotNull { RankStatistics.of(it) }.toList()
            if (all.isEmpty()) return
            json.name("ranks")
            json.beginObject()
            json.field("of", all.maxOf { it.processCount }.toLong())
            if (all.any { it.isOfTasks }) spreads("tasks", series) { it.processCount.toDouble() }
            spreads("count", series) { it.count.toDouble() }
            spreads("min", series) { it.min }
            spreads("minRank", series) { it.minRank.toDouble() }
            spreads("max", series) { it.max }
            spreads("maxRank", series) { it.maxRank.toDouble() }
            spreads("mean", series) { it.mean }
            if (all.any { !it.inclusive(series.element).median.isNaN() }) spreads("median", series) { it.median }
            spreads("stddev", series) { it.standardDeviation }
            spreads("imbalance", series) { it.imbalance }
            spreads("lost", series) { it.lost }
            writeStrips(series)
            json.endObject()
        }

        private inline fun spreads(name: String, series: Series, crossinline value: (RankSpread) -> Double) =
            values(name, series) { node -> RankStatistics.of(node)?.inclusive(series.element)?.let { value(it) } ?: Double.NaN }

        /** Writes the values of each process, if those were kept. */
        private fun writeStrips(series: Series) {
            val nodes = ArrayList<Int>()
            for (node in 0 until joint.size) {
                if (joint.of(node, series)?.let { RankStatistics.of(it) }?.kept != null) nodes.add(node)
            }
            json.name("values")
            if (nodes.isEmpty()) return json.nothing()
            json.beginObject()
            for (node in nodes) {
                val ranks = RankStatistics.of(joint.of(node, series)!!)!!
                json.name(node.toString())
                json.beginObject()
                array("ranks", ranks.ranks.asList()) { json.value(it.toLong()) }
                array("values", ranks.values(series.element).asList()) { json.value(it, 0) }
                json.endObject()
            }
            json.endObject()
        }

        private fun writePercentiles(series: Series) {
            json.name("percentiles")
            val known = if (series.element == 0) series.graph.percentiles + percentiles.filter { series.hasPercentile(it) } else emptySet()
            if (known.isEmpty()) return json.nothing()
            json.beginObject()
            for (percentile in known.sorted()) values("p" + percentileName(percentile), series) {
                it.inclusive.percentile(percentile) ?: Double.NaN
            }
            json.endObject()
        }

        private fun Series.hasPercentile(percentile: Double) = graph.nodes().any { it.inclusive.percentile(percentile) != null }

        private fun writeHistograms(series: Series) {
            json.name("histograms")
            val nodes = ArrayList<Int>()
            if (series.element == 0) {
                for (node in 0 until joint.size) if (joint.of(node, series)?.inclusive?.hasHistogram == true) nodes.add(node)
            }
            if (nodes.isEmpty()) return json.nothing()
            json.beginObject()
            for (node in nodes) {
                val buckets = joint.of(node, series)!!.inclusive.histogram()
                json.name(node.toString())
                json.beginObject()
                array("bounds", listOf(buckets.first().from) + buckets.map { it.to }) { json.value(it) }
                array("counts", buckets) { json.value(it.count) }
                json.endObject()
            }
            json.endObject()
        }

        /** Writes a column of [value] divided by 10^[digits], by node. */
        private inline fun values(
            name: String,
            series: Series,
            isMissing: Boolean = false,
            guess: () -> Guess = { Guess.None },
            digits: Int = 0,
            isRounded: Boolean = false,
            crossinline value: (CallGraphNode) -> Double,
        ) {
            json.name(name)
            if (isMissing) return json.nothing()
            write(joint.size, guess, digits, isRounded) { node -> joint.of(node, series)?.let { value(it) } ?: Double.NaN }
        }

        private inline fun column(name: String, size: Int, guess: () -> Guess = { Guess.None }, crossinline number: (Int) -> Double) {
            json.name(name)
            write(size, guess, 0, isRounded = false, number)
        }

        private inline fun write(size: Int, guess: () -> Guess, digits: Int, isRounded: Boolean, crossinline number: (Int) -> Double) {
            if (packed != null) return packed.write(json, size, guess(), digits, isRounded) { number(it) }
            json.beginArray()
            for (place in 0 until size) json.value(number(place), digits)
            json.endArray()
        }

        /** Writes timeline laps on the tracks of their threads. Laps of coroutines get tracks of their own, on which no two overlap. */
        private fun writeTimeline() {
            json.name("timeline")
            val series = leadingSeriesOf(results)?.takeIf { it.isTime }
            if (series == null || series.graph.nodes().none { it.start >= 0L }) return json.nothing()
            val laps = series.graph.nodes().filter { it.start >= 0L }.sortedBy { it.start }.toList()
            val tracks = TimelineTracks(results)
            val around = HashMap<CallGraphNode, CallGraphNode>()
            for (lap in laps) for (child in lap.children) if (!child.isConcurrent) around[child] = lap
            val trackOf = laps.map { tracks.of(it, it.start + series.inclusive(it).toLong(), around[it]) }
            json.beginObject()
            array("tracks", tracks.names) { (name, kind) ->
                json.beginObject()
                json.field("name", name)
                json.field("kind", kind)
                json.endObject()
            }
            column("track", laps.size) { trackOf[it].toDouble() }
            column("label", laps.size) { strings.getValue(laps[it].label).toDouble() }
            column("start", laps.size, { Guess.Before }) { laps[it].start.toDouble() }
            column("duration", laps.size) { series.inclusive(laps[it]) }
            if (tracks.isAnySuspending) column("active", laps.size) { tracks.activeTime(laps[it]) ?: Double.NaN }
            writeLaunchers(laps)
            writeRuns(laps, tracks)
            json.endObject()
        }

        /** Writes when threads ran the coroutines of laps; between two runs, they were suspended. */
        private fun writeRuns(laps: List<CallGraphNode>, tracks: TimelineTracks) {
            val lapOf = ArrayList<Int>()
            val runOf = ArrayList<Int>()
            val runs = laps.map(tracks::runsOf)
            for ((lap, all) in runs.withIndex()) {
                for (run in 0 until (all?.size ?: 0)) {
                    lapOf.add(lap)
                    runOf.add(run)
                }
            }
            if (lapOf.isEmpty()) return
            json.name("slices")
            json.beginObject()
            column("event", lapOf.size) { lapOf[it].toDouble() }
            column("start", lapOf.size, { Guess.Before }) { runs[lapOf[it]]!!.start(runOf[it]).toDouble() }
            column("duration", lapOf.size) { runs[lapOf[it]]!!.duration(runOf[it]).toDouble() }
            column("thread", lapOf.size) { threads.getValue(runs[lapOf[it]]!!.thread(runOf[it])).toDouble() }
            json.endObject()
        }

        /** Writes for each lap the lap that launched it, if known. */
        private fun writeLaunchers(laps: List<CallGraphNode>) {
            if (laps.none { it.isConcurrent }) return
            val numbers = HashMap<CallGraphNode, Int>()
            laps.forEachIndexed { number, lap -> numbers[lap] = number }
            val launchers = LongArray(laps.size) { -1L }
            for ((launcher, number) in numbers) {
                for (lap in launcher.children) if (lap.isConcurrent) numbers[lap]?.let { launchers[it] = number.toLong() }
            }
            if (launchers.any { it >= 0L }) column("launcher", laps.size) { launchers[it].toDouble() }
        }

        /** Writes GPU activity on the tracks of its streams. */
        private fun writeDevices() {
            if (devices.isEmpty()) return
            json.name("gpu")
            json.beginObject()
            array("tracks", devices) { track ->
                json.beginObject()
                json.field("name", track.name)
                json.field("kind", "stream")
                json.endObject()
            }
            activities("track") { track, _, _, _ -> json.value(track.toLong()) }
            activities("label") { _, name, _, _ -> json.value(strings.getValue(name).toLong()) }
            activities("start") { _, _, start, _ -> json.value(start) }
            activities("duration") { _, _, _, nanoseconds -> json.value(nanoseconds) }
            json.endObject()
        }

        /** Writes the values of the process read at intervals. */
        private fun writeOverTime() {
            if (results.attachments == null) return // the usual case, in which nothing more is loaded
            val all = OverTime.of(results)
            if (all.isEmpty()) return
            val rows = 0 until all[0].size
            json.name("overTime")
            json.beginObject()
            array("begin", rows) { json.value(all[0].begin(it)) }
            array("end", rows) { json.value(all[0].end(it)) }
            array("series", all) { series ->
                val unit = if (series.isShare) null else fileUnit(series.quantity)
                json.beginObject()
                json.field("name", series.name)
                json.field("unit", (unit?.symbol ?: "processors") + series.suffix)
                json.field("factor", unit?.size ?: 1.0)
                json.field("precision", if (unit == null || unit.size > 1.0) 3L else 1L)
                array("value", rows) { json.value(series.value(it), 0) }
                array("min", rows) { json.value(series.min(it), 0) }
                array("max", rows) { json.value(series.max(it), 0) }
                json.endObject()
            }
            json.endObject()
        }

        private inline fun activities(name: String, write: (track: Int, name: String, start: Long, nanoseconds: Long) -> Unit) {
            json.name(name)
            json.beginArray()
            for ((i, track) in devices.withIndex()) track.forEach { activity, start, nanoseconds -> write(i, activity, start, nanoseconds) }
            json.endArray()
        }

        private inline fun <T> array(name: String, elements: Iterable<T>, write: (T) -> Unit) {
            json.name(name)
            json.beginArray()
            for (element in elements) write(element)
            json.endArray()
        }
    }
}

/** Decimal places of an estimated share: with all seventeen, it can be a third of the report. */
private const val COST_DIGITS = 5
private const val HALF = 0.5
private const val MAX_HOSTS = 20
private const val MAX_RANGES = 20

/** Assigns a track to each lap of a timeline. */
private class TimelineTracks(private val results: Results) {
    /** Active (not suspended) time of coroutine laps, by start. */
    private val suspending = HashMap<Long, Double>()
    private val runs = HashMap<Long, CoroutineRuns>()
    private val threads = HashMap<Int, Int>()

    /** The tracks of coroutine laps, which the laps inside them share. */
    private val coroutines = HashMap<CallGraphNode, Int>()
    private val coroutineEnds = ArrayList<Pair<Int, Long>>()
    val names = ArrayList<Pair<String, String>>()

    init {
        results["active_time"]?.nodes()?.forEach { lap ->
            if (lap.start < 0L) return@forEach
            suspending[lap.start] = lap.inclusive.sum(0)
            (lap.facts as? CoroutineRuns)?.let { runs[lap.start] = it }
        }
    }

    val isAnySuspending: Boolean get() = suspending.isNotEmpty()

    /** Returns how long [lap] was not suspended, in nanoseconds; `null` if it is not a coroutine's. */
    fun activeTime(lap: CallGraphNode): Double? = suspending[lap.start]

    fun runsOf(lap: CallGraphNode): CoroutineRuns? = runs[lap.start]

    /** Returns the track for a lap that ends at [end], within [around]. Must be called in order of start. */
    fun of(lap: CallGraphNode, end: Long, around: CallGraphNode?): Int {
        if (lap.start !in suspending) {
            val thread = lap.threads.firstOrNull() ?: 0
            return threads.getOrPut(thread) { add(results.threadName(thread), "thread") }
        }
        return (coroutines[around] ?: free(lap, end)).also { coroutines[lap] = it }
    }

    private fun free(lap: CallGraphNode, end: Long): Int {
        val free = coroutineEnds.indexOfFirst { it.second <= lap.start }
        if (free >= 0) {
            val track = coroutineEnds[free].first
            coroutineEnds[free] = track to end
            return track
        }
        return add("coroutines ${coroutineEnds.size + 1}", "coroutine").also { coroutineEnds.add(it to end) }
    }

    private fun add(name: String, kind: String): Int {
        names.add(name to kind)
        return names.lastIndex
    }
}
