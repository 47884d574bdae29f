package timemory.export.wire.internal

import timemory.internal.text.printable

/**
 * Reads the wire form node by node, and verifies its order, which merging relies on: components by ID, nodes in pre-order, and siblings by
 * key.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class WireStream(private val input: WireInput) {
    val head: WireHead = WireHead.read(input)
    private val nodes = NodeReader(input, head.labels.size, head.processCount)
    private var next = 0
    private val path = ArrayList<NodeKey>()

    /** The node that [advance] found. Its depth is -1 if there is none. */
    var node: WireNode = WireNode(BooleanArray(0))
        private set

    /** The component whose nodes come next; `null` after the last one. */
    val component: WireComponent? get() = head.components.getOrNull(next)

    /** Advances to the first node of [component]. */
    fun begin() {
        node = WireNode(component!!.isAdditive)
        advance()
    }

    /** Advances to the next node of the component. Returns `false` at its end, when [component] becomes the next one. */
    fun advance(): Boolean {
        val depth = node.depth
        val start = input.offset
        if (!nodes.read(node)) {
            next++
            return false
        }
        val key = node.key
        if (node.depth == path.size) path.add(NodeKey())
        val before = path[node.depth]
        if (node.depth <= depth && before.compareTo(key) >= 0) {
            input.damaged("region '${printable(head.labels[key.label])}' is not after the one before it", start)
        }
        before.copyFrom(key)
        return true
    }

    /** Reads the trailer after the last node. */
    fun finish(): Unit = input.finish()
}
