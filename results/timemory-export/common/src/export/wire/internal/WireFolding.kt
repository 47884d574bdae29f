package timemory.export.wire.internal

import kotlin.math.abs
import timemory.internal.text.printable

/**
 * Shrinks wire-form results that have components with more than [maxNodes] nodes: the deepest nodes, and the smallest of the last level
 * that partly fits, are folded with everything below them into one node `(others)` per parent. Only their call paths are lost.
 *
 * The first pass counts nodes per level, and the second the magnitudes of values on the level of the cut, so that no values have to be
 * kept. After that it is known for each node whether it is kept.
 */
internal class WireFolding(private val bytes: ByteArray, private val maxNodes: Int) {
    private val head = WireHead.read(WireInput(bytes))
    private val cuts = ArrayList<Cut>()
    private val isUsed = BooleanArray(head.labels.size)
    private val families = HashMap<String, Long>()

    fun fold(): ByteArray {
        passOver { node, component -> cut(component).count(node) }
        cuts.forEach { it.decide(maxNodes) }
        passOver { node, component -> cut(component).measure(node) }
        cuts.forEach { it.decideSmallest() }
        emit({ node, isFolded ->
            if (isFolded) note(node) else if (node.key.kind != NodeKey.FOLDED) isUsed[node.key.label] = true
        }) {}
        val places = IntArray(head.labels.size)
        val labels = head.labels.only(isUsed, OTHERS, places)
        val others = labels.indexOf(OTHERS)
        val folded = head.components.mapIndexed { i, component -> component.withFolded(cut(i).folded) }
        val problems = (listOf(sentence()) + head.problems).distinct()
        val out = WireOutput()
        WireHead(head.processCount, head.processes, head.threadCount, problems, head.metadata, folded, labels).write(out)
        val writer = NodeWriter(out, head.processCount > 1)
        emit(
            { node, isFolded ->
                if (isFolded) return@emit
                node.key.label = if (node.key.kind == NodeKey.FOLDED) others else places[node.key.label]
                writer.write(node)
            },
            writer::endComponent,
        )
        out.finish()
        return out.toByteArray()
    }

    private fun cut(component: Int): Cut {
        while (cuts.size <= component) cuts.add(Cut())
        return cuts[component]
    }

    private inline fun passOver(take: (node: WireNode, component: Int) -> Unit) {
        val stream = WireStream(WireInput(bytes))
        for (i in head.components.indices) {
            stream.begin()
            while (stream.node.depth >= 0) {
                take(stream.node, i)
                stream.advance()
            }
        }
    }

    /** Passes on each node that is kept, and each that is not as folded, followed by `(others)` where needed. */
    private fun emit(take: (node: WireNode, isFolded: Boolean) -> Unit, endComponent: () -> Unit) {
        val stream = WireStream(WireInput(bytes))
        for (i in head.components.indices) {
            val cut = cut(i)
            cut.folded = 0L
            stream.begin()
            val outer = Others(head.components[i].isAdditive, cut.depth + 1)
            val inner = Others(head.components[i].isAdditive, cut.depth + 2)
            var isInsideKept = false
            while (stream.node.depth >= 0) {
                val node = stream.node
                if (node.depth <= cut.depth + 1) inner.end(take)
                if (node.depth <= cut.depth) outer.end(take)
                val isKept = node.depth <= cut.depth || node.depth == cut.depth + 1 && cut.isKept(node)
                if (node.depth == cut.depth + 1) isInsideKept = isKept
                if (isKept) {
                    take(node, false)
                } else {
                    if (node.depth == cut.depth + 1) outer.add(node)
                    if (node.depth == cut.depth + 2 && isInsideKept) inner.add(node)
                    if (node.key.kind != NodeKey.FOLDED) {
                        cut.folded++
                        take(node, true)
                    }
                }
                stream.advance()
            }
            inner.end(take)
            outer.end(take)
            endComponent()
        }
    }

    /** The nodes folded below one parent. */
    private class Others(isAdditive: BooleanArray, private val depth: Int) {
        private val sum = WireNode(isAdditive)
        private var isEmpty = true

        fun add(node: WireNode) {
            if (isEmpty) sum.copyFrom(node)
            if (isEmpty) sum.becomeSibling() else sum.addSibling(node)
            isEmpty = false
        }

        fun end(take: (WireNode, Boolean) -> Unit) {
            if (isEmpty) return
            sum.depth = depth
            sum.key.clear()
            sum.key.kind = NodeKey.FOLDED
            sum.hasSelf = false
            sum.order = Int.MAX_VALUE
            take(sum, false)
            isEmpty = true
        }
    }

    private fun note(node: WireNode) {
        val family = familyOf(head.labels[node.key.label])
        if (families.size < MAX_FAMILIES || family in families) families[family] = (families[family] ?: 0L) + 1L
    }

    private fun sentence(): String {
        val most = families.entries.sortedWith(compareByDescending<Map.Entry<String, Long>> { it.value }.thenBy { it.key }).take(3)
        val which = head.components.filterIndexed { i, _ -> cut(i).folded > 0L }.joinToString { printable(it.id) }
        return "the call graph of $which had more than $maxNodes regions: the deepest and smallest are folded into '$OTHERS', mostly " +
            "labels like ${most.joinToString { "'${printable(it.key)}'" }}"
    }

    /** Decides which of a component's nodes are kept. */
    private class Cut {
        private var counts = LongArray(16)
        private var parents = LongArray(16)
        private var levels = 0
        private var lastDepth = -1

        /** Nodes down to this depth are kept, and the [room] largest of the next level. */
        var depth: Int = Int.MAX_VALUE - 2
            private set
        private var room = 0L
        private var magnitudes = LongArray(0)
        private var least = 0
        var folded = 0L

        fun count(node: WireNode) {
            if (node.depth >= counts.size) {
                counts = counts.copyOf(2 * counts.size)
                parents = parents.copyOf(2 * parents.size)
            }
            counts[node.depth]++
            levels = maxOf(levels, node.depth + 1)
            if (node.depth == lastDepth + 1 && node.depth > 0) parents[node.depth - 1]++
            lastDepth = node.depth
        }

        fun decide(most: Int) {
            if (counts.sum() <= most) return
            depth = -1
            var above = 0L
            room = most - 1L
            for (level in 0 until levels) {
                above += counts[level]
                val left = most - above - parents[level]
                if (left < 0L) break
                depth = level
                room = left
            }
            magnitudes = LongArray(MAGNITUDES)
        }

        fun measure(node: WireNode) {
            if (node.depth == depth + 1 && node.key.kind != NodeKey.FOLDED) magnitudes[magnitudeOf(node)]++
        }

        /** Each node that is kept may get an `(others)` child, which takes room as well. */
        fun decideSmallest() {
            var kept = 0L
            least = MAGNITUDES
            while (least > 0 && magnitudes.isNotEmpty() && kept + magnitudes[least - 1] <= room / 2L) kept += magnitudes[--least]
        }

        fun isKept(node: WireNode) = node.key.kind != NodeKey.FOLDED && magnitudeOf(node) >= least

        private fun magnitudeOf(node: WireNode): Int {
            val value = if (node.count > 0) node.value[0] else node.laps.toDouble()
            return (abs(value).toRawBits() ushr 48).toInt() and MAGNITUDES - 1
        }
    }

    private companion object {
        const val MAGNITUDES = 1 shl 15
        const val MAX_FAMILIES = 10_000
    }
}

/** The label of the node that others are folded into. */
internal const val OTHERS: String = "(others)"

/** Returns [label] with each number replaced by a placeholder, so that labels that differ only in numbers become equal. */
internal fun familyOf(label: String): String {
    if (label.none { it in '0'..'9' }) return label
    return buildString {
        for (c in label) if (c !in '0'..'9') append(c) else if (isEmpty() || last() != '#') append('#')
    }
}
