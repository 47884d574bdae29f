package timemory.internal.callgraph

/**
 * Bounds the memory of the call graph: its nodes, and the results that are made of them at the end, take at most a quarter of what the
 * process may use. An estimate from the contents of nodes, because the fill level of the heap does not help: before a collection it shows
 * how much garbage there is, not how much room is left.
 *
 * Not thread-safe: guarded by the lock of [CallPaths].
 *
 * @param limit what the process may use, in bytes
 */
internal class NodeMemory(limit: Long, private val hasPercentiles: Boolean) {
    private val budget = limit / 4
    private var used = 0L

    /** Set once an allocation failed: from then on nothing is added. */
    var isExhausted: Boolean = false

    /** Whether there is room for a place with a [label] and the components of [set], which then counts as used. */
    fun takePath(label: String, set: ComponentSet): Boolean = take(PATH + label.length + set.size * RESULT)

    /** Counts a thread's node with the components of [set], and returns its bytes. */
    fun addNode(set: ComponentSet): Long = bytesOfNode(set).also { used += it }

    /** Whether a thread may still have a node of its own with the components of [set]. */
    fun hasRoomForNode(set: ComponentSet): Boolean = !isExhausted && used + bytesOfNode(set) <= budget

    /** Nodes of [bytes] are no more. */
    fun release(bytes: Long) {
        used -= bytes
    }

    private fun take(bytes: Long): Boolean {
        if (isExhausted || used + bytes > budget) return false
        used += bytes
        return true
    }

    private fun bytesOfNode(set: ComponentSet): Long {
        val perComponent = if (hasPercentiles || set.percentiles != null) COMPONENT + HISTOGRAM else COMPONENT
        return NODE + set.size * perComponent
    }

    private companion object {
        /** A place with its entry in the table of all, and its label's header. */
        const val PATH = 150L

        /** A node of one component's results, with what writing it takes. */
        const val RESULT = 400L

        /** A node of a thread. */
        const val NODE = 250L

        /** An instance of a component. */
        const val COMPONENT = 120L

        /** A histogram of some different values. */
        const val HISTOGRAM = 2_500L
    }
}
