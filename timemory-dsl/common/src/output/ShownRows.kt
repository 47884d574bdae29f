package timemory.output

import timemory.internal.lean.*
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/**
 * Which regions of a call graph a table shows that has no room for all: those with the largest values, each with all regions around it.
 * So the hot path is always there, down to its end while there is room.
 *
 * They are taken in turn from the outermost inwards, the one with the largest value next of all whose parent is shown. Where a shown region
 * has others inside that are not, one more line counts those, and it takes room as well.
 */
internal class ShownRows(private val graph: CallGraph, most: Int) {
    private val shown = HashSet<CallGraphNode>()

    init {
        if (most > 0) choose(most)
    }

    /** Whether regions are left out. */
    val isPart: Boolean get() = shown.isNotEmpty()

    /** How many regions are shown, where that is not all. */
    val count: Int get() = shown.size

    private fun choose(most: Int) {
        if (graph.nodeCount(atMost = most + 1) <= most) return
        val next = LargestFirst()
        val parents = HashMap<CallGraphNode, CallGraphNode>()
        // How many of the regions inside one are not shown, and of the outermost ones.
        val hidden = HashMap<CallGraphNode?, Int>()
        for (root in graph.roots) next.add(root)
        hidden[null] = graph.roots.size
        var lines = 1
        while (next.isNotEmpty()) {
            val node = next.removeFirst()
            val left = hidden.getValue(parents[node]) - 1
            // A line for it, one for what it hides in turn, and one less where it was the last that its parent hid.
            lines += 1 + (if (node.children.isEmpty()) 0 else 1) - (if (left == 0) 1 else 0)
            if (lines > most && shown.isNotEmpty()) return
            shown.add(node)
            hidden[parents[node]] = left
            if (node.children.isNotEmpty()) hidden[node] = node.children.size
            for (child in node.children) {
                parents[child] = node
                next.add(child)
            }
        }
    }

    /** The lines of the table, in the order of the call graph. */
    fun lines(): Iterator<TableLine> = if (isPart) few().iterator() else LineOfEach(graph.nodes().iterator())

    /** Kept, as what is folded has to be counted for them, and they are asked for twice. */
    private var few: List<TableLine>? = null

    private fun few(): List<TableLine> = few ?: linesOfFew().also { few = it }

    private fun linesOfFew(): List<TableLine> {
        val lines = ArrayList<TableLine>()
        val pending = ArrayList<TableLine>()
        pushInside(null, graph.roots, pending)
        while (pending.isNotEmpty()) {
            val line = pending.removeAt(pending.lastIndex)
            lines.add(line)
            line.node?.let { pushInside(it, it.children, pending) }
        }
        return lines
    }

    private fun pushInside(above: CallGraphNode?, nodes: List<CallGraphNode>, pending: ArrayList<TableLine>) {
        if (nodes.isEmpty()) return
        val left = nodes.filter { it !in shown }
        if (left.isNotEmpty()) pending.add(TableLine(null, FoldedRegions(graph, above, nodes, left)))
        for (i in nodes.indices.reversed()) if (nodes[i] in shown) pending.add(TableLine(nodes[i], null))
    }
}

/** A region, or how many are not shown in its place. */
internal class TableLine(val node: CallGraphNode?, val folded: FoldedRegions?)

/**
 * Regions that are not shown, with those inside them.
 *
 * @property depth the number of regions around it
 * @property count how many they are
 * @property share of the value of the region around them, or of all outermost ones, that is theirs; `null` where values do not add up or
 * some ran concurrently
 */
internal class FoldedRegions(graph: CallGraph, above: CallGraphNode?, all: List<CallGraphNode>, left: List<CallGraphNode>) {
    val depth: Int = left[0].depth
    val count: Int
    val share: Double?

    init {
        count = left.sumOf { 1 + it.countInside() }
        val adds = graph.type.elementCount > 0 && graph.type.isAdditive(0) && left.none { it.isConcurrent }
        val whole = if (!adds) 0.0 else above?.inclusive?.sum ?: all.sumOf { it.inclusive.sum }
        share = if (whole > 0.0) left.sumOf { it.inclusive.sum } / whole else null
    }
}

private class LineOfEach(private val nodes: Iterator<CallGraphNode>) : Iterator<TableLine> {
    override fun hasNext() = nodes.hasNext()

    override fun next() = TableLine(nodes.next(), null)
}

/** Regions from the one with the largest value down, and of equal ones the first added: a heap. */
private class LargestFirst {
    private class Entry(val node: CallGraphNode, val turn: Int) {
        val value: Double = node.inclusive.sum.let { if (it.isNaN()) 0.0 else it }

        fun isBefore(other: Entry) = value > other.value || value == other.value && turn < other.turn
    }

    private val heap = ArrayList<Entry>()
    private var turns = 0

    fun isNotEmpty() = heap.isNotEmpty()

    fun add(node: CallGraphNode) {
        val added = Entry(node, turns++)
        heap.add(added)
        var at = heap.lastIndex
        while (at > 0 && added.isBefore(heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2]
            at = (at - 1) / 2
        }
        heap[at] = added
    }

    fun removeFirst(): CallGraphNode {
        val first = heap[0]
        val last = heap.removeAt(heap.lastIndex)
        if (heap.isEmpty()) return first.node
        var at = 0
        while (true) {
            var child = 2 * at + 1
            if (child >= heap.size) break
            if (child + 1 < heap.size && heap[child + 1].isBefore(heap[child])) child++
            if (!heap[child].isBefore(last)) break
            heap[at] = heap[child]
            at = child
        }
        heap[at] = last
        return first.node
    }
}
