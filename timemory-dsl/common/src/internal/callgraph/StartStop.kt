package timemory.internal.callgraph

import timemory.Component

/*
 * Starts and stops the components of a region whose classes the caller knows: casting to a final class lets the compiler call it directly.
 * callgraph/Running.kt handles exceptions and missing components. StartStopArities.kt, generated from this pattern, contains the functions
 * for two to eight components.
 */

@PublishedApi
internal inline fun <reified A : Component> start1(node: Node) {
    if (!node.isPlain) return startAll(node)
    val components = node.components
    val index = 0
    try {
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component> stop1(node: Node) {
    if (!node.isPlain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    val index = 0
    try {
        (components[0] as A).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}
