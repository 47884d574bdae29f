package timemory.export

import timemory.export.ranks.RankStatistics
import timemory.internal.text.printable
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results

private const val ROUNDING = 1e-9

/**
 * Selects which part of the results is shown, and in which order.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property sort the key that siblings are sorted by, descending: `total` (or `sum`), `self`, `mean`, `min`, `max`, `calls` (or `laps`),
 * `imbalance` (what processes lose by waiting for the slowest, for results of several processes), or `label` (ascending); `null` keeps the
 * order
 * @property depth the maximum number of levels, counted from the outermost
 * @property filter keeps only regions whose label contains a match, the regions around them, and everything inside them
 * @property hotPath whether only the hot path is shown: at each level, the region with the largest value among its siblings
 * @property flat whether regions with the same label are joined, regardless of caller
 */
public class ResultView(
    public val sort: String? = null,
    public val depth: Int = Int.MAX_VALUE,
    public val filter: Regex? = null,
    public val hotPath: Boolean = false,
    public val flat: Boolean = false,
) {
    init {
        require(sort == null || sort in COLUMNS || sort in FORMER_NAMES) {
            "results cannot be sorted by '${printable(sort!!)}'; there are ${COLUMNS.joinToString()}"
        }
        require(depth > 0) { "a depth of $depth shows nothing" }
    }

    /** Returns the selected part of [results], which are not modified. Omitting regions does not change the values of the others. */
    public fun of(results: Results): Results = Results(
        results.graphs.map(::of).filter { it.roots.isNotEmpty() },
        results.processId,
        results.threadCount,
        results.problems,
        results.processCount,
        results.devices,
        results.metadata,
        results.attachments,
        threadNames = results.threadNames,
    )

    private fun of(graph: CallGraph): CallGraph {
        val source = if (flat) flattened(graph) else graph
        val root = CallGraphNode(source.type, "", null, 0L, 0)
        val wanted = filter?.let { wantedNodes(source, it) }
        val pending = arrayListOf(source.root to root)
        while (pending.isNotEmpty()) {
            val (from, to) = pending.removeAt(pending.lastIndex)
            if (to.depth + 1 >= depth) continue
            val shown = arranged(if (wanted == null) from.children else from.children.filter { it in wanted })
            for ((i, child) in shown.withIndex()) pending.add(child to to.childLike(child, i + 1L))
        }
        return CallGraph(source.type, source.threadsApart, root, isPart = !flat && (depth != Int.MAX_VALUE || wanted != null || hotPath))
    }

    private fun arranged(nodes: List<CallGraphNode>): List<CallGraphNode> {
        if (hotPath) return listOfNotNull(nodes.maxByOrNull { it.inclusive.sum })
        return when (sort) {
            null -> nodes
            "label" -> nodes.sortedBy { it.label }
            else -> nodes.sortedByDescending { columnOf(it, sort) }
        }
    }

    private fun wantedNodes(graph: CallGraph, filter: Regex): Set<CallGraphNode> {
        val wanted = HashSet<CallGraphNode>()
        val path = ArrayList<CallGraphNode>()
        var insideFrom = Int.MAX_VALUE
        for (node in graph.nodes()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(node)
            if (node.depth <= insideFrom) insideFrom = Int.MAX_VALUE
            if (insideFrom == Int.MAX_VALUE && filter.containsMatchIn(node.label)) {
                insideFrom = node.depth
                wanted.addAll(path)
            }
            if (insideFrom != Int.MAX_VALUE) wanted.add(node)
        }
        return wanted
    }

    /**
     * Counts every lap of a region and adds up self values. Of nested laps, only the outermost one contributes its inclusive value, which
     * already includes the inner ones. A lap that ran concurrently with another one is not nested in it.
     *
     * Flat scope means the same thing at recording time: see FlatRegions.kt in the core.
     */
    private fun flattened(graph: CallGraph): CallGraph {
        val root = CallGraphNode(graph.type, "", null, 0L, 0)
        val own = HashMap<CallGraphNode, DoubleArray>()
        val path = ArrayList<CallGraphNode>()
        val shares = InsideShares()
        for (node in graph.nodes()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            val joined = root.child(node.label, 0L, 0)
            val exclusive = own.getOrPut(joined) { DoubleArray(graph.type.elementCount) }
            for (i in exclusive.indices) exclusive[i] += node.exclusive(i)
            joined.addPartOf(node, if (graph.type.includesInside) shares.outside(path, node) else 1.0)
            path.add(node)
        }
        for ((node, exclusive) in own) if (exclusive.isNotEmpty()) node.setExclusive(exclusive)
        return CallGraph(graph.type, graph.threadsApart, root)
    }

    private companion object {
        val COLUMNS = listOf("total", "self", "mean", "min", "max", "calls", "imbalance", "label")
        val FORMER_NAMES = listOf("sum", "laps")

        fun columnOf(node: CallGraphNode, column: String): Double {
            val statistics = node.inclusive.statistics.firstOrNull() ?: return node.inclusive.laps.toDouble()
            return when (column) {
                "total", "sum" -> node.inclusive.sum
                "self" -> node.exclusive()
                "mean" -> statistics.mean
                "min" -> statistics.min
                "max" -> statistics.max
                "imbalance" -> RankStatistics.of(node)?.inclusive()?.lost ?: 0.0
                else -> node.inclusive.laps.toDouble()
            }
        }
    }
}

/**
 * The fraction of a region's time that lies within the time of an enclosing one: 0 if it ran concurrently on another thread, and in between
 * if it did both. The parent's exclusive value shows how much was inside; if several of its children ran concurrently, the same fraction is
 * assumed for each.
 */
private class InsideShares {
    private val known = HashMap<CallGraphNode, Double>()

    /** Returns the part of [node] that is not inside its nearest ancestor with the same label; [path] holds the ancestors. */
    fun outside(path: List<CallGraphNode>, node: CallGraphNode): Double {
        var inside = 1.0
        var inner = node
        for (i in path.indices.reversed()) {
            if (inner.isConcurrent) inside *= known.getOrPut(path[i]) { ofConcurrentIn(path[i]) }
            if (inside == 0.0) return 1.0
            inner = path[i]
            if (inner.label == node.label) return 1.0 - inside
        }
        return 1.0
    }

    private fun ofConcurrentIn(parent: CallGraphNode): Double {
        val (beside, inside) = parent.children.partition { it.isConcurrent }
        val share = (parent.inclusive.sum - parent.exclusive() - inside.sumOf { it.inclusive.sum }) / beside.sumOf { it.inclusive.sum }
        return if (share > ROUNDING) minOf(1.0, share) else 0.0
    }
}
