package timemory.sampling

import timemory.Scope
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.ThreadGraph

/**
 * The place whose opener is to be found, now that [node] is being opened on the calling thread, whose graph is [graph]: on its stack there
 * is the function that opens the region. `null` where that is known already, or is not looked for.
 */
internal fun placeToFindOpenerOf(graph: ThreadGraph, node: Node): CallPath? {
    val path = (if (node.isFrame) pathOfFrame(graph, node) else node.path) ?: return null
    if (path.opener != null) return null
    // In timeline scope each lap has a place of its own, and would be looked at.
    if (path.parent != null && path.scope != Scope.TIMELINE) return path
    path.opener = NO_OPENER
    return null
}

/** That of a suspending region, which begins with a frame; `null` where the region was opened before, most likely on another thread. */
private fun pathOfFrame(graph: ThreadGraph, node: Node): CallPath? {
    val position = node.position ?: return null
    return if (beginsRegion(graph.frame)) position.path else null
}

/** A suspending region begins with a frame inside that of its coroutine's slice; a slice, and propagated work, with one of their own. */
private fun beginsRegion(frame: ContextFrame?): Boolean {
    val strand = frame?.strand ?: return false
    return frame.outer?.strand === strand
}

/** Of a place where no function of the program was found. */
internal const val NO_OPENER: String = ""
