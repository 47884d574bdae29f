package timemory.export.wire.internal

import timemory.ComponentType
import timemory.Totals
import timemory.export.ranks.MergedProcess
import timemory.export.ranks.RankStatistics
import timemory.export.ranks.processes
import timemory.internal.platform.isOutOfMemory
import timemory.output.runMetadata
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.ReadType
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.percentilesOf

/**
 * Returns [results] in the wire form, with the percentiles that [settings] select and without GPU timelines.
 *
 * @param rank of the process, if it is a single one; -1 to determine it otherwise
 */
internal fun encodeWire(results: Results, settings: Settings = Settings.DEFAULT, rank: Int = -1): ByteArray =
    WireEncoding(results, settings, rank).encode()

/** Encodes the results of one of many tasks, without its process. */
internal fun encodeTask(results: Results): ByteArray = WireEncoding(results, Settings.DEFAULT, rank = -1, isTask = true).encode()

private class WireEncoding(
    private val results: Results,
    private val settings: Settings,
    private val rank: Int,
    private val isTask: Boolean = false,
) {
    private val percentiles = percentilesOf(settings.percentiles).orEmpty()
    private val problems = LinkedHashSet(results.problems)

    fun encode(): ByteArray {
        val sorted = results.graphs.indices.sortedWith { a, b -> compareTexts(results.graphs[a].type.id, results.graphs[b].type.id) }
        val ids = HashSet<String>()
        val encoded = sorted.filter { ids.add(results.graphs[it].type.id) }
        if (encoded.size < sorted.size) problems.add("two components have the same id: only the first is written")
        val graphs = encoded.map { results.graphs[it] }
        val labels = labels()
        val places = HashMap<String, Int>()
        val components = encoded.map { WireComponent.of(results.graphs[it], it) }
        val body = WireOutput()
        val writer = NodeWriter(body, results.processCount > 1)
        for (i in graphs.indices) {
            val nodes = NodesInOrder(graphs[i]) { label -> places.getOrPut(label) { labels.indexOf(label) } }
            val shown = texts(graphs[i])
            val node = WireNode(components[i].isAdditive)
            while (nodes.next(node)) {
                fill(node, nodes.current!!, graphs[i].type, shown)
                writer.write(node)
            }
            writer.endComponent()
        }
        // The header comes second because errors in displaying values are known only now.
        val out = WireOutput()
        head(components, labels).write(out)
        out.raw(body)
        out.finish()
        return out.toByteArray()
    }

    private fun labels(): LabelTable {
        val labels = HashSet<String>()
        for (graph in results.graphs) for (node in graph.nodes()) labels.add(node.label)
        return LabelTable.of(labels)
    }

    private fun head(components: List<WireComponent>, labels: LabelTable): WireHead {
        if (isTask) return WireHead(1, emptyList(), maxOf(0, results.threadCount), problems.toList(), null, components, labels)
        val known = results.processes
        val processes = when {
            results.processCount == 1 -> {
                val process = known.singleOrNull() ?: processOf(results)
                listOf(if (rank < 0) process else process.withRank(rank))
            }
            known.size == results.processCount && known.all { it.rank >= 0 } -> known
            else -> emptyList()
        }
        val metadata = runMetadata(results, settings)
        return WireHead(
            maxOf(0, results.processCount), processes, maxOf(0, results.threadCount), problems.toList(), metadata, components, labels,
        )
    }

    /** How values that are not plain numbers are shown; a third-party component may throw here. */
    private fun texts(graph: CallGraph): (() -> String?) -> String? {
        var isBroken = false
        return { show ->
            try {
                if (isBroken) null else show()
            } catch (failure: Throwable) {
                if (isOutOfMemory(failure)) throw failure
                isBroken = true
                problems.add("component ${graph.type.id} cannot be shown: $failure")
                null
            }
        }
    }

    private fun fill(to: WireNode, node: CallGraphNode, type: ComponentType<*>, shown: (() -> String?) -> String?) {
        for (thread in node.threads) to.threads.add(thread)
        to.place = node.place
        to.instrumentation = node.instrumentation
        to.isConcurrent = node.isConcurrent
        to.hasMissingLaps = node.hasMissingLaps
        to.start = node.start
        val totals = node.inclusive
        if (totals.laps != 0L || totals.hasUnknownLaps) fillValues(to, node, type, shown)
        fillSelf(to, node)
        val ranks = RankStatistics.of(node) ?: return
        if (!to.hasValues || ranks.processCount != results.processCount) return
        to.restoreRanks(ranks.count, List(to.count) { ranks.inclusive(it) }, List(to.count) { ranks.exclusive(it) })
        ranks.kept?.let(to.kept::addAll)
    }

    private fun fillValues(to: WireNode, node: CallGraphNode, type: ComponentType<*>, shown: (() -> String?) -> String?) {
        val totals = node.inclusive
        to.hasValues = true
        to.laps = totals.laps
        to.hasUnknownLaps = totals.hasUnknownLaps
        to.openLaps = totals.openLaps
        to.unendedSum = totals.unendedSum
        to.exact = if (to.count == 0) null else totals.exactSum
        to.isTooLarge = totals.isTooLarge
        to.isObject = totals.value != null
        for (i in 0 until to.count) {
            val one = totals.statistics[i]
            to.value[i] = totals.sum(i)
            to.sum[i] = one.sum
            to.counts[i] = one.count
            to.min[i] = one.min
            to.max[i] = one.max
            to.squares[i] = one.squaresAroundMean
        }
        fillLast(to, totals, type, shown)
        shown { totals.display() }?.let { to.texts = listOf(it) }
        val known = LinkedHashMap<Double, Double>()
        for (one in (percentiles + totals.listedPercentiles).distinct()) totals.percentile(one)?.let { known[one] = it }
        val histogram = totals.histogram()
        if (known.isNotEmpty() || histogram.isNotEmpty()) to.distribution = WireDistribution(known, histogram)
    }

    private fun fillLast(to: WireNode, totals: Totals, type: ComponentType<*>, shown: (() -> String?) -> String?) {
        val last = totals.last ?: return
        if (last is Long && to.count == 1) {
            to.lastKind = WireNode.LastKind.WHOLE
            to.lastWhole = last
            return
        }
        to.lastKind = WireNode.LastKind.REAL
        for (i in 0 until to.count) to.last[i] = totals.last(i)
        if (to.isObject) to.lastText = shown { type.displayAny(last) }
    }

    private fun fillSelf(to: WireNode, node: CallGraphNode) {
        if (to.count == 0) return
        val exact = if (to.count == 1) node.exclusiveExact() else null
        var isUsual = exact == to.exact || to.count != 1
        for (i in 0 until to.count) {
            to.self[i] = exact?.toDouble() ?: node.exclusive(i)
            isUsual = isUsual && to.self[i].toRawBits() == to.value[i].toRawBits()
        }
        if (isUsual) return
        to.hasSelf = true
        to.selfExact = exact
    }
}

/** Iterates over the nodes of [graph] in wire-form order. */
private class NodesInOrder(private val graph: CallGraph, private val placeOf: (String) -> Int) {
    private class Child(val node: CallGraphNode, val key: NodeKey, val order: Int)

    private val pending = ArrayList<Child>()

    /** The node that [next] found. */
    var current: CallGraphNode? = null
        private set

    init {
        addChildren(graph.roots)
    }

    /** Advances to the next node and sets only its position in [to]. Returns `false` after the last node. */
    fun next(to: WireNode): Boolean {
        val child = pending.removeLastOrNull() ?: return false
        to.clear()
        to.depth = child.node.depth
        to.key.copyFrom(child.key)
        to.order = child.order
        current = child.node
        addChildren(child.node.children)
        return true
    }

    private fun addChildren(nodes: List<CallGraphNode>) {
        if (nodes.isEmpty()) return
        val children = nodes.mapIndexed { i, node -> Child(node, keyOf(node), i) }
        val sorted = if (children.size == 1) children else children.sortedWith { a, b -> a.key.compareTo(b.key) }
        // Nodes that are otherwise equal are distinguished by an ordinal.
        for (i in 1 until sorted.size) {
            val before = sorted[i - 1].key
            val key = sorted[i].key
            if (before.kind == key.kind && before.label == key.label && before.thread == key.thread) key.ordinal = before.ordinal + 1
        }
        for (i in sorted.indices.reversed()) pending.add(sorted[i])
    }

    private fun keyOf(node: CallGraphNode) = NodeKey().also { key ->
        key.label = placeOf(node.label)
        if (node.label == OTHERS && node.children.isEmpty()) {
            key.kind = NodeKey.FOLDED
        } else if (node.start >= 0L) {
            key.kind = NodeKey.A_LAP
        } else if (graph.threadsApart) {
            key.kind = NodeKey.OF_A_THREAD
            key.thread = node.threads.firstOrNull() ?: 0
        }
    }
}

/** Returns what is known about the process that recorded [results]. */
private fun processOf(results: Results): MergedProcess {
    if (results.graphs.any { it.type is ReadType } || results.metadata != null) {
        return processOf(results.processId, results.metadata?.info.orEmpty(), results.metadata?.environment.orEmpty())
    }
    return ownProcess(results)
}
