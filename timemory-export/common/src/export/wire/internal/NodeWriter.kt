package timemory.export.wire.internal

/**
 * Writes the nodes of the components in the wire form, one component after the other.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 *
 * @param isMerged whether the results are of more than one process
 */
internal class NodeWriter(private val out: WireOutput, private val isMerged: Boolean) {
    private var depth = -1
    private var place = -1L

    /** How many nodes the component has so far. */
    var count: Int = 0
        private set

    fun write(node: WireNode) {
        node.isMerged = isMerged
        node.write(out, depth, place)
        depth = node.depth
        place = node.place
        count++
    }

    fun endComponent() {
        out.unsigned(depth + 2)
        depth = -1
        place = -1L
        count = 0
    }
}
