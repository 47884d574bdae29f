package timemory.export.internal

import timemory.internal.lean.*
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/**
 * Merges the call graphs of all components into one tree, for formats that have only one.
 *
 * The graph of a component omits regions without that component: the regions inside such a region are below the next enclosing region that
 * has it, and therefore on another path than in other graphs. Therefore nodes are joined by the position of the region if it is known, and
 * if they have the same number of laps (or readings, for components read at intervals, which are not laps); otherwise by their paths, with
 * siblings of one label matched in order. The paths are those of the largest graph.
 *
 * Nodes are numbered in pre-order.
 */
internal class JointTree(private val graphs: List<CallGraph>) {
    private val nodes = ArrayList<Array<CallGraphNode?>>()
    private val parents = ArrayList<Int>()
    private val byPlace = HashMap<Long, Int>()
    private val byPath = HashMap<Pair<Int, String>, ArrayList<Int>>()

    init {
        if (graphs.size == 1) addAlone(0) else inOrder().forEach(::add)
        byPlace.clear()
        byPath.clear()
    }

    /** Sampled components come last: they have only some of the laps of a timeline. */
    private fun inOrder(): List<Int> {
        val (last, first) = List(graphs.size) { it }.sortedBy { -graphs[it].nodeCount() }.partition(::isOverTime)
        return first + last
    }

    private fun isOverTime(graph: Int) = graphs[graph].type.id.startsWith(OVER_TIME)

    private fun addAlone(graph: Int) = forEach(graph) { node, parent -> newNode(parent).also { nodes[it][graph] = node } }

    private fun add(graph: Int) {
        val turns = HashMap<Pair<Int, String>, Int>()
        forEach(graph) { node, parent ->
            val path = parent to node.label
            val turn = turns.getOrElse(path) { 0 }
            turns[path] = turn + 1
            val index = samePlace(node, graph) ?: samePath(path, turn, graph)
                ?: newNode(parent).also { byPath.getOrPut(path) { ArrayList(1) }.add(it) }
            nodes[index][graph] = node
            if (node.place >= 0L) byPlace.getOrPut(node.place) { index }
            index
        }
    }

    private fun samePlace(node: CallGraphNode, graph: Int): Int? {
        val index = byPlace[node.place] ?: return null
        val other = any(index)
        val hasItsLaps = isOverTime(graph) || other.inclusive.laps == node.inclusive.laps
        return index.takeIf { nodes[index][graph] == null && other.label == node.label && hasItsLaps }
    }

    private fun samePath(path: Pair<Int, String>, turn: Int, graph: Int): Int? =
        byPath[path]?.getOrNull(turn)?.takeIf { nodes[it][graph] == null }

    /** Calls [add], which returns the number of its node, for each node of a graph with the number of its parent. */
    private inline fun forEach(graph: Int, add: (node: CallGraphNode, parent: Int) -> Int) {
        val path = ArrayList<Int>()
        for (node in graphs[graph].nodes()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(add(node, path.lastOrNull() ?: -1))
        }
    }

    private fun newNode(parent: Int): Int {
        parents.add(parent)
        nodes.add(arrayOfNulls(graphs.size))
        return nodes.lastIndex
    }

    val size: Int get() = nodes.size

    /** Returns the parent of [node]; -1 for an outermost node. */
    fun parent(node: Int): Int = parents[node]

    fun label(node: Int): String = any(node).label

    /** Returns whether it ran concurrently with its parent, according to any component. */
    fun isConcurrent(node: Int): Boolean = nodes[node].any { it?.isConcurrent == true }

    /** Returns the nodes that ran concurrently with their parents. */
    fun concurrent(): List<Int> {
        val found = ArrayList<Int>()
        for (node in 0 until size) if (isConcurrent(node)) found.add(node)
        return found
    }

    /** Returns the values of [series] at [node]; `null` if the region did not have its component. */
    fun of(node: Int, series: Series): CallGraphNode? {
        val own = nodes[node]
        for (i in own.indices) if (graphs[i] === series.graph) return own[i]
        return null
    }

    /** Returns the node in any of the graphs that have it. */
    fun any(node: Int): CallGraphNode = if (graphs.size == 1) nodes[node][0]!! else nodes[node].first { it != null }!!

    /** Returns [laps] if all components know it; `null` otherwise. */
    fun knownLaps(node: Int): Long? {
        if (graphs.size == 1) return any(node).inclusive.knownLaps
        return if (hasUnknownLaps(node)) null else laps(node)
    }

    private fun hasUnknownLaps(node: Int): Boolean = nodes[node].any { it?.inclusive?.hasUnknownLaps == true }

    /**
     * Returns the number of laps: if the components of a region changed, that of the component with the most. Components that are read at
     * intervals count their readings, which are not laps.
     */
    fun laps(node: Int): Long {
        var most = 0L
        var mostReadings = 0L
        for ((i, own) in nodes[node].withIndex()) {
            val count = own?.inclusive?.laps ?: continue
            if (isOverTime(i)) mostReadings = maxOf(mostReadings, count) else most = maxOf(most, count)
        }
        return if (most > 0L) most else mostReadings
    }

    /** Returns how many of the laps are open. */
    fun openLaps(node: Int): Long = nodes[node].maxOf { it?.inclusive?.openLaps ?: 0L }
}

/** The ID prefix of sampled components. */
private const val OVER_TIME = "sampled_"
