package timemory.output

import timemory.internal.lean.*
import timemory.internal.text.fixed
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/** A tree of regions that [ShownRows] chooses from. */
internal interface RowTree<N : Any> {
    val roots: List<N>

    fun childrenOf(node: N): List<N>

    /** Regions with larger values are shown first. */
    fun valueOf(node: N): Double

    /** The number of regions, or [atMost] if there are more. */
    fun nodeCount(atMost: Int): Int

    /** The number of regions inside [node]. */
    fun countInside(node: N): Int

    /**
     * The share of [left], some of the regions [all] directly inside [above], in the value of [above] or of all outermost regions; `null` if
     * values do not add up or some ran concurrently.
     */
    fun shareOf(left: List<N>, all: List<N>, above: N?): Double?
}

/**
 * Chooses the regions for a table with too few rows for all of them: those with the largest values, each with the regions around it. The
 * hot path is always shown, down to its end if there is room.
 *
 * The region with the largest value among those whose parent is shown comes next. If a shown region has others inside that are not shown,
 * one more row counts those, and it takes room as well.
 */
internal class ShownRows<N : Any>(private val tree: RowTree<N>, most: Int) {
    private val shown = HashSet<N>()

    init {
        if (most > 0) choose(most)
    }

    /** Whether regions are left out. */
    val isPart: Boolean get() = shown.isNotEmpty()

    /** How many regions are shown if that is not all. */
    val count: Int get() = shown.size

    private fun choose(most: Int) {
        if (tree.nodeCount(atMost = most + 1) <= most) return
        val next = LargestFirst<N>()
        val parents = HashMap<N, N>()
        // How many of the regions inside one are not shown, and of the outermost ones.
        val hidden = HashMap<N?, Int>()
        for (root in tree.roots) next.add(root, tree.valueOf(root))
        hidden[null] = tree.roots.size
        var lines = 1
        while (next.isNotEmpty()) {
            val node = next.removeFirst()
            val left = hidden.getValue(parents[node]) - 1
            val children = tree.childrenOf(node)
            // One row for the region, one for what it hides, and one less if it was the last that its parent hid.
            lines += 1 + (if (children.isEmpty()) 0 else 1) - (if (left == 0) 1 else 0)
            if (lines > most && shown.isNotEmpty()) return
            shown.add(node)
            hidden[parents[node]] = left
            if (children.isNotEmpty()) hidden[node] = children.size
            for (child in children) {
                parents[child] = node
                next.add(child, tree.valueOf(child))
            }
        }
    }

    /** The rows of the table, in call graph order. */
    fun lines(): Iterator<TableLine<N>> = if (isPart) few().iterator() else LineOfEach(tree)

    /** Kept because hidden regions are counted for it, and it is needed twice. */
    private var few: List<TableLine<N>>? = null

    private fun few(): List<TableLine<N>> = few ?: linesOfFew().also { few = it }

    private fun linesOfFew(): List<TableLine<N>> {
        val lines = ArrayList<TableLine<N>>()
        val pending = ArrayList<TableLine<N>>()
        pushInside(null, tree.roots, 0, pending)
        while (pending.isNotEmpty()) {
            val line = pending.removeAt(pending.lastIndex)
            lines.add(line)
            line.node?.let { pushInside(it, tree.childrenOf(it), line.depth + 1, pending) }
        }
        return lines
    }

    private fun pushInside(above: N?, nodes: List<N>, depth: Int, pending: ArrayList<TableLine<N>>) {
        if (nodes.isEmpty()) return
        val left = nodes.filter { it !in shown }
        if (left.isNotEmpty()) {
            val folded = FoldedRegions(left.sumOf { 1 + tree.countInside(it) }, tree.shareOf(left, nodes, above))
            pending.add(TableLine(null, folded, depth))
        }
        for (i in nodes.indices.reversed()) if (nodes[i] in shown) pending.add(TableLine(nodes[i], null, depth))
    }
}

/** A region, or the number of regions hidden in its place; [depth] regions are above. */
internal class TableLine<N : Any>(val node: N?, val folded: FoldedRegions?, val depth: Int)

/**
 * Regions that are not shown, with those inside them.
 *
 * @property count how many they are
 * @property share their share of the region around them, or of all outermost ones; `null` if it is unknown
 */
internal class FoldedRegions(private val count: Int, private val share: Double?) {
    /** `... 12 more regions, 0.3 %` */
    override fun toString(): String {
        val percent = share?.takeIf { it.isFinite() }?.let { ", " + fixed(100 * it, 1) + " %" } ?: ""
        return "... $count more " + (if (count == 1) "region" else "regions") + percent
    }
}

/** The call graph of one component. */
internal class GraphRows(private val graph: CallGraph) : RowTree<CallGraphNode> {
    override val roots: List<CallGraphNode> get() = graph.roots

    override fun childrenOf(node: CallGraphNode) = node.children

    override fun valueOf(node: CallGraphNode) = node.inclusive.sum

    override fun nodeCount(atMost: Int) = graph.nodeCount(atMost)

    override fun countInside(node: CallGraphNode) = node.countInside()

    override fun shareOf(left: List<CallGraphNode>, all: List<CallGraphNode>, above: CallGraphNode?): Double? {
        val adds = graph.type.elementCount > 0 && graph.type.isAdditive(0) && left.none { it.isConcurrent }
        val whole = if (!adds) 0.0 else above?.inclusive?.sum ?: all.sumOf { it.inclusive.sum }
        return if (whole > 0.0) left.sumOf { it.inclusive.sum } / whole else null
    }
}

/** Each region, before those inside it. Siblings are not copied: there may be a million. */
private class LineOfEach<N : Any>(private val tree: RowTree<N>) : Iterator<TableLine<N>> {
    private class Place<N>(val nodes: List<N>, var next: Int = 0)

    private val places = ArrayList<Place<N>>()

    init {
        if (tree.roots.isNotEmpty()) places.add(Place(tree.roots))
    }

    override fun hasNext(): Boolean {
        while (places.isNotEmpty() && places.last().let { it.next == it.nodes.size }) places.removeAt(places.lastIndex)
        return places.isNotEmpty()
    }

    override fun next(): TableLine<N> {
        if (!hasNext()) throw NoSuchElementException("there are no further rows")
        val depth = places.lastIndex
        val place = places[depth]
        val node = place.nodes[place.next++]
        val children = tree.childrenOf(node)
        if (children.isNotEmpty()) places.add(Place(children))
        return TableLine(node, null, depth)
    }
}

/** A heap of regions: the largest value first, and for equal values the one that was added first. */
private class LargestFirst<N> {
    private class Entry<N>(val node: N, value: Double, val turn: Int) {
        val value: Double = if (value.isNaN()) 0.0 else value

        fun isBefore(other: Entry<N>) = value > other.value || value == other.value && turn < other.turn
    }

    private val heap = ArrayList<Entry<N>>()
    private var turns = 0

    fun isNotEmpty() = heap.isNotEmpty()

    fun add(node: N, value: Double) {
        val added = Entry(node, value, turns++)
        heap.add(added)
        var at = heap.lastIndex
        while (at > 0 && added.isBefore(heap[(at - 1) / 2])) {
            heap[at] = heap[(at - 1) / 2]
            at = (at - 1) / 2
        }
        heap[at] = added
    }

    fun removeFirst(): N {
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
