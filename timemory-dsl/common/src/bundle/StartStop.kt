package timemory

/*
 * Starting and stopping the components of a region whose classes the caller knows: casting to a final class lets the compiler
 * call it directly. What happens when something throws or is missing stands in callgraph/Running.kt.
 */

@PublishedApi
internal inline fun <reified A : Component> start1(node: Node) {
    if (!node.plain) return startAll(node)
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
    if (!node.plain) return stopAll(node)
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

@PublishedApi
internal inline fun <reified A : Component, reified B : Component> start2(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 1
    try {
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component> stop2(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component> start3(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 2
    try {
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component> stop3(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> start4(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 3
    try {
        (components[3] as D).start()
        index = 2
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component> stop4(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
        index = 3
        (components[3] as D).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> start5(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 4
    try {
        (components[4] as E).start()
        index = 3
        (components[3] as D).start()
        index = 2
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component> stop5(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
        index = 3
        (components[3] as D).stop()
        index = 4
        (components[4] as E).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> start6(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 5
    try {
        (components[5] as F).start()
        index = 4
        (components[4] as E).start()
        index = 3
        (components[3] as D).start()
        index = 2
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component> stop6(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
        index = 3
        (components[3] as D).stop()
        index = 4
        (components[4] as E).stop()
        index = 5
        (components[5] as F).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> start7(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 6
    try {
        (components[6] as G).start()
        index = 5
        (components[5] as F).start()
        index = 4
        (components[4] as E).start()
        index = 3
        (components[3] as D).start()
        index = 2
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component> stop7(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
        index = 3
        (components[3] as D).stop()
        index = 4
        (components[4] as E).stop()
        index = 5
        (components[5] as F).stop()
        index = 6
        (components[6] as G).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> start8(node: Node) {
    if (!node.plain) return startAll(node)
    val components = node.components
    var index = 7
    try {
        (components[7] as H).start()
        index = 6
        (components[6] as G).start()
        index = 5
        (components[5] as F).start()
        index = 4
        (components[4] as E).start()
        index = 3
        (components[3] as D).start()
        index = 2
        (components[2] as C).start()
        index = 1
        (components[1] as B).start()
        index = 0
        (components[0] as A).start()
    } catch (failure: Throwable) {
        startFailed(node, index, failure)
    }
    node.graph.opened(node)
}

@PublishedApi
internal inline fun <reified A : Component, reified B : Component, reified C : Component, reified D : Component, reified E : Component, reified F : Component, reified G : Component, reified H : Component> stop8(node: Node) {
    if (!node.plain) return stopAll(node)
    if (!beginClosing(node)) return
    val components = node.components
    var index = 0
    try {
        (components[0] as A).stop()
        index = 1
        (components[1] as B).stop()
        index = 2
        (components[2] as C).stop()
        index = 3
        (components[3] as D).stop()
        index = 4
        (components[4] as E).stop()
        index = 5
        (components[5] as F).stop()
        index = 6
        (components[6] as G).stop()
        index = 7
        (components[7] as H).stop()
    } catch (failure: Throwable) {
        stopFailed(node, index, failure)
    }
    node.graph.closed(node)
}
