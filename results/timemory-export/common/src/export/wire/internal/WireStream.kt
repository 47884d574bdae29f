package timemory.export.wire.internal

import timemory.internal.text.printable

/**
 * Reads the wire form node by node, and holds it to its order: components by their ids, each node before those below it, and siblings by
 * their keys. So what merges streams can rely on that.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 */
internal class WireStream(private val input: WireInput) {
    val head: WireHead = WireHead.read(input)
    private val nodes = NodeReader(input, head.labels.size, head.processCount)
    private var next = 0
    private val path = ArrayList<NodeKey>()

    /** The node that [advance] found. Its depth is -1 where there is none. */
    var node: WireNode = WireNode(BooleanArray(0))
        private set

    /** The component whose nodes come next; `null` after the last. */
    val component: WireComponent? get() = head.components.getOrNull(next)

    /** Goes to the first node of [component]. */
    fun begin() {
        node = WireNode(component!!.isAdditive)
        advance()
    }

    /** Goes to the next node of the component; `false` at its end, where [component] is the next one. */
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

    /** Reads what stands behind the last node. */
    fun finish(): Unit = input.finish()
}
