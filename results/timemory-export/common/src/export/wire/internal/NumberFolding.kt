package timemory.export.wire.internal

import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.statistics.plusExact

/**
 * Returns [results] with each number in a label replaced by a placeholder, and siblings joined that are then equal. Differences between
 * processes are kept only for nodes that were not joined.
 */
internal fun foldNumbersIn(results: Results): Results = Results(
    results.graphs.map(::folded), results.processId, results.threadCount, results.problems, results.processCount, results.devices,
    results.metadata, results.attachments, threadNames = results.threadNames,
)

private fun folded(graph: CallGraph): CallGraph {
    val root = CallGraphNode(graph.type, "", null, 0L, 0)
    val pending = arrayListOf(graph.root to root)
    while (pending.isNotEmpty()) {
        val (from, to) = pending.removeAt(pending.lastIndex)
        for ((i, child) in from.children.withIndex()) {
            val before = to.children.size
            // Nodes that share a label on purpose, such as laps or nodes of one thread, stay separate.
            val isApart = child.start >= 0L || graph.threadsApart
            val joined = to.child(familyOf(child.label), if (isApart) i + 1L else 0L, 0)
            val isNew = to.children.size > before
            if (isNew) joined.order = before.toLong()
            join(child, joined, isNew)
            pending.add(child to joined)
        }
    }
    return CallGraph(graph.type, graph.threadsApart, root)
}

private fun join(node: CallGraphNode, joined: CallGraphNode, isNew: Boolean) {
    val count = node.inclusive.statistics.size
    val exclusive = DoubleArray(count) { node.exclusive(it) + if (isNew) 0.0 else joined.exclusive(it) }
    val exact = plusExact(node.exclusiveExact(), if (isNew) 0L else joined.exclusiveExact())
    joined.addValuesOf(node)
    joined.start = if (isNew) node.start else -1L
    joined.facts = if (isNew) node.facts else null
    if (count > 0) joined.restoreExclusive(exclusive, exact)
}
