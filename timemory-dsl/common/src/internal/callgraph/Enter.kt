package timemory.internal.callgraph

import timemory.Scope

/*
 * Finds the node of a region in as few steps as possible: the calling thread's graph, its current position, and the child entered last
 * there. If label and component classes are identical to the child's, it is the node. Everything else takes the slow path through
 * `ThreadGraph.enter`, which virtual threads always take, because it counts open regions.
 *
 * Code that catches errors is in separate functions: natively, calling a function with a catch block costs more.
 *
 * There is one function for each number of components, so that the classes are compared one by one without allocating an array.
 * EnterArities.kt, generated from this pattern, contains those for two to eight.
 */

internal fun enter(label: String, set: ComponentSet): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set === set && !graph.isBorrowed) return node.take()
    return graph.enter(position, label, set)
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a) && !graph.isBorrowed) return node.take()
    return enterSlowly(graph, position, label, scope, a)
}

private fun enterSlowly(graph: ThreadGraph, position: Node, label: String, scope: Scope?, a: Any): Node? =
    graph.session.unlessOutOfMemory { graph.enter(position, label, noComponents.next(a).set(scope)) }
