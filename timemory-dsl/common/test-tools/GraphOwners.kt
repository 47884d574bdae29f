package timemory

import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Notes each change of a call graph by another thread than the one that has it: a graph has one writer. Watches all graphs that threads get
 * from [begin] to [end].
 */
internal class GraphOwners {
    private val lock = Lock()
    private val found = ArrayList<String>()
    private val listener: (ThreadGraph) -> Unit = { if (it.watch !is Watch) it.watch = Watch(it.watch) }

    /** The first few violations. */
    val violations: List<String> get() = lock.hold { ArrayList(found) }

    fun begin() = SessionHooks.changeGraphListeners { it + listener }

    fun end() = SessionHooks.changeGraphListeners { it - listener }

    private inner class Watch(before: PositionWatch?) : PositionWatch() {
        init {
            inner = before
        }

        override val isInFront: Boolean get() = true

        private fun check(graph: ThreadGraph, what: String) {
            if (graph.owner.isCurrent()) return
            lock.hold { if (found.size < MAX_FAILURES) found.add("another thread than '${graph.owner.name}' $what at ${graph.path}") }
        }

        override fun changes(graph: ThreadGraph) {
            check(graph, "changed the place")
            inner?.changes(graph)
        }

        override fun opens(graph: ThreadGraph, node: Node) {
            check(graph, "opened '${node.label}'")
            inner?.opens(graph, node)
        }

        override fun closes(graph: ThreadGraph, node: Node) {
            check(graph, "closed '${node.label}'")
            inner?.closes(graph, node)
        }

        override fun moves(graph: ThreadGraph) {
            check(graph, "moved")
            inner?.moves(graph)
        }
    }

    private companion object {
        const val MAX_FAILURES = 10
    }
}
