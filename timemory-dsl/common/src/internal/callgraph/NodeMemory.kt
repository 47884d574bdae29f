package timemory.internal.callgraph

/**
 * Limits the memory of the call graph: its nodes, and the results made from them at the end, use at most a quarter of the memory available
 * to the process. It is estimated from the contents of nodes, because heap usage does not help: before a collection it shows how much
 * garbage there is, not how much room is left.
 *
 * Not thread-safe: guarded by the lock of [CallPaths].
 *
 * @param limit the memory available to the process, in bytes
 */
internal class NodeMemory(limit: Long, private val hasPercentiles: Boolean) {
    private val budget = limit / 4
    private var used = 0L

    /** Set once an allocation failed: nothing is added afterwards. */
    var isExhausted: Boolean = false

    /** Whether there is room for a path with [label] and the components of [set], which is then reserved. */
    fun takePath(label: String, set: ComponentSet): Boolean = take(PATH + label.length + set.size * RESULT)

    /** Registers a thread's node with the components of [set], and returns its size in bytes. */
    fun addNode(set: ComponentSet): Long = bytesOfNode(set).also { used += it }

    /** Whether a thread may create another node with the components of [set]. */
    fun hasRoomForNode(set: ComponentSet): Boolean = !isExhausted && used + bytesOfNode(set) <= budget

    /** Releases nodes of [bytes]. */
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
        /** A path with its entry in the table of paths and the header of its label. */
        const val PATH = 150L

        /** A result node of one component, including the memory needed to write it. */
        const val RESULT = 400L

        /** A thread's node. */
        const val NODE = 250L

        /** A component instance. */
        const val COMPONENT = 120L

        /** A histogram with some distinct values. */
        const val HISTOGRAM = 2_500L
    }
}
