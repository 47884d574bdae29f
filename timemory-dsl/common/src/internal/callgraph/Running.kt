package timemory.internal.callgraph

import timemory.Component
import timemory.LongComponent
import timemory.Scope
import timemory.Stream
import timemory.StreamComponent
import timemory.abandonMarkers
import timemory.internal.lean.*
import timemory.internal.platform.ThreadHandle

/*
 * Starts and stops the components of a region.
 *
 * The first component of a bundle is started last and stopped first, so that the others disturb it least.
 *
 * Inline callers know the component classes and call them directly if `Node.isPlain` says that all components are present. The functions
 * here serve all other callers, and take over when a component throws.
 */

/** Starts every component of [node], which was just opened. */
@PublishedApi
internal fun startAll(node: Node) {
    if (node.isPlain || !isSkipped(node)) startFrom(node, node.components.lastIndex)
    node.graph.opened(node)
}

/** Starts all components; those that support streams are started with [stream]. */
@PublishedApi
internal fun startAll(node: Node, stream: Stream) {
    if (node.isPlain || !isSkipped(node)) startEach(node, node.components.lastIndex) { it.startOn(stream) }
    node.graph.opened(node)
}

/** Whether the starting lap of [node] is not measured: then no component is started or stopped. */
private fun isSkipped(node: Node): Boolean {
    val throttle = node.path.throttle
    if (throttle == null || !throttle.isOn || !throttle.skips(node)) return false
    node.failed = -1L
    return true
}

internal fun Component.startOn(stream: Stream) = if (this is StreamComponent) start(stream) else start()

/** Stops every component of [node] and closes it. */
@PublishedApi
internal fun stopAll(node: Node) {
    if (!beginClosing(node)) return
    stopFrom(node, 0)
    node.graph.closed(node)
}

private fun startFrom(node: Node, first: Int) = startEach(node, first) { it.start() }

private inline fun startEach(node: Node, first: Int, start: (Component) -> Unit) {
    for (i in first downTo 0) {
        try {
            node.components[i]?.let(start)
        } catch (failure: Throwable) {
            markFailed(node, i, "start", failure)
        }
    }
}

private fun stopFrom(node: Node, first: Int) {
    val components = node.components
    for (i in first until components.size) {
        if (node.failed and (1L shl i) != 0L) continue
        try {
            components[i]?.stop()
            node.distributions?.get(i)?.record((components[i] as LongComponent).last)
        } catch (failure: Throwable) {
            markFailed(node, i, "stop", failure)
        }
    }
    if (!node.isPlain) {
        if (node.notesInside) node.graph.session.unlessOutOfMemory { noteInside(node, node.failed) }
        node.failed = 0L
        node.isPlain = node.isUsuallyPlain()
    }
}

/** Component [index] threw when it was started; continues with those after it in starting order. */
@PublishedApi
internal fun startFailed(node: Node, index: Int, failure: Throwable) {
    markFailed(node, index, "start", failure)
    startFrom(node, index - 1)
}

/** Component [index] threw when it was stopped; continues with those after it. */
@PublishedApi
internal fun stopFailed(node: Node, index: Int, failure: Throwable) {
    markFailed(node, index, "stop", failure)
    stopFrom(node, index + 1)
}

private fun markFailed(node: Node, index: Int, method: String, failure: Throwable) {
    node.failed = node.failed or (1L shl index)
    node.isPlain = false
    val failing = node.components[index] ?: return
    for (i in index + 1 until node.components.size) {
        if (node.components[i]?.dependsOn(failing) == true) node.failed = node.failed or (1L shl i)
    }
    val type = node.set.types[index]
    val session = node.graph.session
    session.unlessOutOfMemory {
        session.problems.report("${type.id}.$method") {
            "component ${type.id} failed to $method in region $node and lost that lap: $failure"
        }
    }
}

/**
 * Starts closing [node]'s lap, if the calling thread may close it now; reports the reason if it may not.
 *
 * The usual case is the first line: the innermost open region of the thread that opened it.
 */
@PublishedApi
internal fun beginClosing(node: Node): Boolean {
    val graph = node.graph
    val isUsual = graph.top === node && node.detached == null && graph.session.isActive && graph.owner.isCurrent()
    if (!isUsual && !mayClose(node)) return false
    graph.beginChange()
    return true
}

/** If there is no memory to report the reason, it may not be closed. */
private fun mayClose(node: Node): Boolean = node.graph.session.unlessOutOfMemory { mayCloseNow(node) } ?: false

private fun mayCloseNow(node: Node): Boolean {
    if (node.detached != null || !node.graph.owner.isCurrent()) return mayCloseDetached(node)
    if (!node.isOpen) {
        reportNotOpen(node)
        return false
    }
    if (stillRecorded(node)) return true
    abandonMarkers(node)
    return false
}

private fun reportNotOpen(node: Node) = node.graph.session.problems.report("stop without start") {
    "region $node was stopped while it was not open: nothing is recorded"
}

/**
 * Whether the lap of [node], which the calling thread is about to end, is still recorded. Values it changes are preserved for results that
 * are being made.
 */
private fun stillRecorded(node: Node): Boolean {
    val graph = node.graph
    if (!stillRecorded(graph)) return false
    if (graph.top !== node) graph.completeInside(node)
    node.loseHolder()
    graph.keepNode(node)
    return true
}

/**
 * The region was left by a suspension of its coroutine, or is closed on another thread than the one that opened it, probably because it was
 * carried across a suspension that was not reported to the library. Its lap is not recorded: no component could give a valid value. Its
 * node can be reused once its thread knows this.
 */
private fun mayCloseDetached(node: Node): Boolean {
    val graph = node.graph
    val isHere = graph.owner.isCurrent()
    val detached = node.detached
    if (!isHere && (graph.isIdle || graph.formerOwner?.isCurrent() == true)) {
        // The graph of a virtual thread that has ended everything in it: another thread uses it now.
        reportNotOpen(node)
        return false
    }
    if (isHere && detached != null && !detached.bySuspension) {
        node.detached = null // closed by another thread, which was reported, and now by its own thread
        node.position = node
        return node.isOpen && stillRecorded(node)
    }
    val there = detached?.thread ?: graph.owner.name
    if (detached == null) abandonMarkers(node)
    if (isHere) {
        graph.reclaim(node)
    } else if (detached != null) {
        detached.end()
    } else {
        node.detached = graph.session.unlessOutOfMemory { DetachedRegion(there, bySuspension = false, isShared = false).also { it.end() } }
            ?: graph.session.closedRegion
        // Regions opened next by this thread's owner must be placed above the closed region.
        if (node.path.scope !== Scope.FLAT) node.position = node.parent ?: node.position
    }
    // Last: without memory for it, the region is closed anyway.
    graph.session.problems.report("carried") {
        val how = if (detached == null) "" else ", after its coroutine was suspended in it"
        "region $node was opened on thread '$there' and closed on thread '${ThreadHandle().name}'$how: its lap is not recorded. " +
            "Around code that suspends, use measureSuspending; otherwise open and close a region on the same thread"
    }
    return false
}

/** The lap of [node] is not recorded; ends what its components started in other tools. */
internal fun abandonMarkers(node: Node) = abandonMarkers(node.components) { i, failure ->
    val type = node.set.types[i]
    val session = node.graph.session
    session.unlessOutOfMemory {
        session.problems.report("${type.id}.abandon") { "component ${type.id} failed to abandon region $node: $failure" }
    }
}

/** Implements [OpenRegion.close][timemory.OpenRegion.close]. */
internal fun closeOpenRegion(node: Node) = stopAll(node)

/** Implements [OpenRegion.closeWithInner][timemory.OpenRegion.closeWithInner]. */
internal fun closeOpenRegions(node: Node) {
    val graph = node.graph
    if (graph.owner.isCurrent()) {
        graph.completeChange()
        if (graph.isInChain(node)) {
            while (graph.top !== node) {
                val inner = graph.top
                if (inner.isFrame) break
                stopAll(inner)
                if (graph.top === inner) {
                    abandonBetween(inner, node)
                    break
                }
            }
        }
    }
    stopAll(node)
}

/** The session has ended, so nothing is closed any more, but what regions around [inner] started in other tools is ended. */
private fun abandonBetween(inner: Node, node: Node) {
    var around = inner.outer
    while (around != null && around !== node) {
        if (!around.isFrame) abandonMarkers(around)
        around = around.outer
    }
}
