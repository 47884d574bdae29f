package timemory.internal.callgraph

import timemory.Stream

@PublishedApi
internal fun enterAndStart(label: String, set: ComponentSet): Node? {
    if (set.isEmpty) return null
    val node = enter(label, set) ?: return null
    startAll(node)
    return node
}

@PublishedApi
internal fun enterAndStart(label: String, set: ComponentSet, stream: Stream): Node? {
    if (set.isEmpty) return null
    set.requireStreams()
    val node = enter(label, set) ?: return null
    startAll(node, stream)
    return node
}
