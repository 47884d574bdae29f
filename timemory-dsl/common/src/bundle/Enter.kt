package timemory

/*
 * Finding the node of a region in as few steps as possible: the calling thread's graph, the place it stands at, and the child
 * entered last there. If label and component classes are identical to the child's, it is the node. Everything else is the slow
 * way through `ThreadGraph.enter`.
 *
 * One function for each number of components, so that the classes are compared one by one and no array is made for them.
 */

internal fun enter(label: String, set: ComponentSet): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set === set) return node.take()
    return graph.enter(position, label, set)
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a)) return node.take()
    return graph.enter(position, label, noComponents.next(a).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any, d: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c, d)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).next(d).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c, d, e)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).next(d).next(e).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c, d, e, f)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).next(d).next(e).next(f).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c, d, e, f, g)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).next(d).next(e).next(f).next(g).set(scope))
}

@PublishedApi
internal fun enter(label: String, scope: Scope?, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, g: Any, h: Any): Node? {
    val graph = graphHere() ?: return null
    val position = graph.position()
    val node = position.recent
    if (node != null && node.label === label && !node.isOpen && node.set.isFor(scope, a, b, c, d, e, f, g, h)) return node.take()
    return graph.enter(position, label, noComponents.next(a).next(b).next(c).next(d).next(e).next(f).next(g).next(h).set(scope))
}
