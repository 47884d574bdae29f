package timemory.internal.callgraph

import timemory.Scope

/*
 * Finding the node of a region in as few steps as possible: the calling thread's graph, the place it stands at, and the child
 * entered last there. If label and component classes are identical to the child's, it is the node. Everything else is the slow
 * way through `ThreadGraph.enter`, which virtual threads always take: there it is counted that a region opens.
 *
 * What catches an error is in functions of its own: natively, a function that catches costs more to call.
 *
 * One function for each number of components, so that the classes are compared one by one and no array is made for them. EnterArities.kt,
 * which is generated from the same pattern, has those for two to eight.
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
