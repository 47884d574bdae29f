@file:kotlin.jvm.JvmName("RunConversion")

package timemory.export.data

import timemory.Binding
import timemory.DisplayUnit
import timemory.Quantity
import timemory.export.data.internal.ReadOverTime
import timemory.export.data.internal.maxRegions
import timemory.output.CompactFacts
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.statistics.Bucket
import timemory.statistics.ReadNumber

/** Returns these results as serializable data, including [percentiles] in addition to those that the setting `PERCENTILES` selects. */
public fun Results.toData(percentiles: List<Double> = emptyList(), metadata: RunMetadata? = null): RunData =
    toData(percentiles, metadata, timelines())

internal fun Results.toData(percentiles: List<Double>, metadata: RunMetadata?, timelines: List<TrackData>): RunData = RunData(
    processId = processId,
    threadCount = threadCount,
    processCount = processCount,
    problems = problems,
    metadata = metadata ?: this.metadata?.toData(),
    components = graphs.map { it.toData(percentiles) },
    timelines = timelines,
    overTime = overTime(),
)

internal fun RunMetadataFacts.toData() = RunMetadata(
    info, environment, commandLine, settings.mapValues { (_, setting) -> SettingData(setting.value, setting.isSet) },
)

private fun Results.timelines(): List<TrackData> = devices?.tracks.orEmpty().map { track ->
    val activities = ArrayList<ActivityData>()
    track.forEach { name, start, nanoseconds -> activities.add(ActivityData(name, start, nanoseconds)) }
    TrackData(track.name, activities)
}

private fun CallGraph.toData(percentiles: List<Double>): ComponentData {
    val metric = Metric.of(type)
    return ComponentData(
        metric.id,
        metric.label,
        metric.description,
        metric.binding.name,
        metric.numbers.map(::dataOf),
        threadsApart,
        nodes().map { it.toData(percentiles) }.toList(),
    )
}

private fun dataOf(number: Metric.Number) = NumberData(
    number.name, number.quantity.name, number.quantity.units.map { UnitData(it.symbol, it.size) }, number.suffix, number.isAdditive,
)

private fun Results.overTime(): OverTimeData? {
    val (columns, rows) = (attachments as? CompactFacts)?.overTime ?: return null
    return OverTimeData(columns.map(::dataOf), rows.map { row -> row.map(::known) })
}

private fun OverTimeData.toFacts(): CompactFacts? {
    if (rows.isEmpty()) return null
    val width = 3 + 3 * columns.size
    for (row in rows) require(row.size == width) { "a row over time has ${row.size} numbers, not $width for ${columns.size} columns" }
    return ReadOverTime(columns.map(::numberOf) to rows.map { row -> DoubleArray(width) { row[it].orNaN() } })
}

private fun CallGraphNode.toData(percentiles: List<Double>): RegionData {
    val totals = inclusive
    val count = totals.statistics.size
    val known = LinkedHashMap<Double, Double>()
    for (percentile in percentiles + totals.listedPercentiles) totals.percentile(percentile)?.takeIf { it.isFinite() }?.let {
        known[percentile] = it
    }
    return RegionData(
        label = label,
        depth = depth,
        laps = totals.knownLaps,
        openLaps = totals.openLaps,
        exactSum = totals.exactSum,
        text = if (count == 0) totals.display() else null,
        numbers = List(count) { i ->
            val one = totals.statistics[i]
            StatisticsData(known(totals.sum(i)), known(one.mean), known(one.min), known(one.max), known(one.standardDeviation))
        },
        exclusive = if (count == 0 || children.isEmpty() && !hasOwnExclusive) null else List(count) { known(exclusive(it)) },
        percentiles = known,
        histogram = totals.histogram().map { BucketData(it.from, it.to, it.count) },
        threads = threads,
        isConcurrent = isConcurrent,
        start = start.takeIf { it >= 0L },
        place = place.takeIf { it >= 0L },
        instrumentation = instrumentation,
    )
}

private fun known(number: Double): Double? = number.takeIf { it.isFinite() }

/**
 * Returns the results that this data represents, without GPU timelines.
 *
 * @throws UnreadableResultsException if parts of the data contradict each other, or there are more regions than memory allows
 */
public fun RunData.toResults(): Results = try {
    val results = ResultsBuilder(maxRegions())
    results.processId = processId
    results.threadCount = threadCount
    results.processCount = processCount
    problems.forEach(results::problem)
    results.attachments = overTime?.toFacts()
    for (component in components) {
        val graph = results.graph(metricOf(component))
        graph.threadsApart = graph.threadsApart || component.threadsApart
        val recorder = RegionRecorder(graph, component.numbers.size)
        for (region in component.regions) recorder.add(region)
    }
    results.build()
} catch (failure: IllegalArgumentException) {
    throw UnreadableResultsException("the data of a run is inconsistent: ${failure.message}", failure)
}

internal fun metricOf(component: ComponentData): Metric = Metric(
    component.id,
    component.label,
    component.description,
    Binding.entries.firstOrNull { it.name == component.binding } ?: Binding.WALL,
    component.numbers.map(::numberOf),
)

internal fun numberOf(number: NumberData) = Metric.Number(number.name, quantityOf(number), number.unitSuffix, number.isAdditive)

/** Returns the library's own quantity if it is the same, because only those have units that settings can choose. */
private fun quantityOf(number: NumberData): Quantity {
    val known = listOf(Quantity.TIME, Quantity.MEMORY, Quantity.COUNT, Quantity.ENERGY, Quantity.PERCENTAGE)
    return known.firstOrNull { quantity ->
        quantity.name == number.quantity && quantity.units.map { it.symbol } == number.units.map { it.symbol }
    }
        ?: Quantity(number.quantity, number.units.map { DisplayUnit(it.symbol, it.size) })
}

/** Builds a graph from a list of regions: each is attached below the last one that is less deep. */
internal class RegionRecorder(private val graph: GraphBuilder, val count: Int) {
    private val path = ArrayList<CallGraphNode>()

    /** For each depth of the current path, the labels seen so far below that region. */
    private val labels = ArrayList<HashSet<String>>()

    /** Makes the next region an outermost one, joined with an earlier one of the same label. */
    fun restart() {
        path.clear()
        labels.clear()
    }

    /** Adds the next region and returns its node. */
    fun add(region: RegionData): CallGraphNode =
        place(region.label, region.depth, region.start != null).also { record(it, region) }

    /** Adds the next region below the last one that is less deep, and returns its node. */
    fun place(label: String, wantedDepth: Int, isOneLap: Boolean): CallGraphNode {
        val depth = wantedDepth.coerceIn(0, path.size)
        while (path.size > depth) path.removeAt(path.lastIndex)
        while (labels.size > depth + 1) labels.removeAt(labels.lastIndex)
        if (labels.size <= depth) labels.add(HashSet())
        val isNew = labels[depth].add(label)
        val parent = if (depth == 0) null else path[depth - 1]
        val node = if (isNew && !isOneLap) graph.node(parent, label) else graph.newNode(parent, label)
        path.add(node)
        return node
    }

    private fun record(node: CallGraphNode, region: RegionData) {
        if (count == 0) {
            graph.record(node, region.laps ?: 0L, region.text ?: "")
        } else {
            val laps = region.laps ?: -1L
            val numbers = region.numbers.map {
                ReadNumber(maxOf(0L, laps), it.sum.orNaN(), it.mean.orNaN(), it.min.orNaN(), it.max.orNaN(), it.standardDeviation.orNaN())
            }
            graph.record(node, laps, region.openLaps, region.exactSum, numbers)
            val exclusive = region.exclusive
            if (exclusive != null && exclusive.size == count && exclusive[0] != null) {
                graph.setExclusive(node, DoubleArray(count) { exclusive[it].orNaN() })
            }
            region.percentiles.forEach { (percentile, value) -> graph.notePercentile(node, percentile, value) }
            if (region.histogram.isNotEmpty()) graph.noteHistogram(node, region.histogram.map { Bucket(it.from, it.to, it.count) })
        }
        graph.note(node, region.threads, region.isConcurrent, region.instrumentation)
        region.place?.let { graph.notePlace(node, it) }
        region.start?.let { graph.noteStart(node, it) }
    }
}

private fun Double?.orNaN(): Double = this ?: Double.NaN
