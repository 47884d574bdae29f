package timemory.output

import timemory.internal.lean.*
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/** The call graphs of several components as one tree: a region that several of them measured is one row. */
internal class RegionTree(private val graphs: List<CallGraph>) : RowTree<RegionRow> {
    private val totals = DoubleArray(graphs.size) { i -> if (adds(graphs[i])) graphs[i].roots.sumOf { it.inclusive.sum } else 0.0 }
    private val top = RegionRow(Array(graphs.size) { graphs[it].root })

    override val roots: List<RegionRow> get() = top.children

    override fun childrenOf(node: RegionRow): List<RegionRow> = node.children

    /** The largest share that a region has in the total of any component. */
    override fun valueOf(node: RegionRow): Double {
        var largest = 0.0
        for (i in 0 until graphs.size) if (totals[i] > 0.0) node.nodes[i]?.let { largest = maxOf(largest, it.inclusive.sum / totals[i]) }
        return largest
    }

    override fun nodeCount(atMost: Int): Int = top.countInside(atMost)

    override fun countInside(node: RegionRow): Int = node.countInside(Int.MAX_VALUE)

    override fun shareOf(left: List<RegionRow>, all: List<RegionRow>, above: RegionRow?): Double? {
        if (!adds(graphs[0]) || left.any { it.isConcurrent }) return null
        fun sumOf(rows: List<RegionRow>) = rows.sumOf { it.nodes[0]?.inclusive?.sum ?: 0.0 }
        val whole = if (above == null) sumOf(all) else above.nodes[0]?.inclusive?.sum ?: 0.0
        return if (whole > 0.0) sumOf(left) / whole else null
    }

    private fun adds(graph: CallGraph) = graph.type.elementCount > 0 && graph.type.isAdditive(0)
}

/**
 * A region in all call graphs.
 *
 * @property nodes its node in each graph, `null` if that component did not measure it
 */
internal class RegionRow(val nodes: Array<CallGraphNode?>) {
    private val first: CallGraphNode get() = nodes.first { it != null }!!
    val label: String get() = first.label
    val isConcurrent: Boolean get() = nodes.any { it?.isConcurrent == true }
    val threads: List<Int> get() = first.threads

    private var known: List<RegionRow>? = null

    /** Joined when it is first needed, which is for rows that are shown. */
    val children: List<RegionRow> get() = known ?: join().also { known = it }

    /** How many regions are inside, or [atMost] if there are more. Keeps none of them. */
    fun countInside(atMost: Int): Int {
        val pending = arrayListOf(this)
        var count = 0
        while (pending.isNotEmpty() && count < atMost) {
            val inside = pending.removeAt(pending.lastIndex).join()
            count += inside.size
            pending.addAll(inside)
        }
        return minOf(count, atMost)
    }

    private fun join(): List<RegionRow> {
        val rows = ArrayList<RegionRow>()
        var graphsWithOwn = 0
        for (graph in 0 until nodes.size) {
            var hasOwn = false
            for (child in nodes[graph]?.children.orEmpty()) {
                if (isInEarlier(graph, child)) continue
                hasOwn = true
                rows.add(
                    RegionRow(
                        Array(nodes.size) { i -> if (i < graph) null else if (i == graph) child else nodes[i]?.counterpartOf(child) },
                    ),
                )
            }
            if (hasOwn) graphsWithOwn++
        }
        // Each graph has them in the order in which they were entered, unless a command has sorted it.
        if (graphsWithOwn > 1 && nodes.all { it == null || isInOrder(it.children) }) rows.sortBy { it.order }
        return rows
    }

    private val order: Long get() = nodes.minOf { it?.order ?: Long.MAX_VALUE }

    private fun isInEarlier(graph: Int, child: CallGraphNode): Boolean {
        for (i in 0 until graph) if (nodes[i]?.counterpartOf(child) != null) return true
        return false
    }

    private fun isInOrder(nodes: List<CallGraphNode>): Boolean {
        for (i in 1 until nodes.size) if (nodes[i].order < nodes[i - 1].order) return false
        return true
    }
}
