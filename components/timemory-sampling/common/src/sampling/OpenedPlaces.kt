package timemory.sampling

import timemory.Scope
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.ThreadGraph

/**
 * Returns the call path whose opener has to be found while [node] is being opened on the calling thread with [graph], because the function
 * that opens the region is then on the stack; `null` if it is known already, or not needed.
 */
internal fun placeToFindOpenerOf(graph: ThreadGraph, node: Node): CallPath? {
    val path = (if (node.isFrame) pathOfFrame(graph, node) else node.path) ?: return null
    if (path.opener != null) return null
    // Not in timeline scope, in which each lap has its own call path and would be examined.
    if (path.parent != null && path.scope != Scope.TIMELINE) return path
    path.opener = NO_OPENER
    return null
}

/**
 * Returns the call path of a suspending region, which starts with a frame; `null` if the region was opened earlier, probably on another
 * thread.
 */
private fun pathOfFrame(graph: ThreadGraph, node: Node): CallPath? {
    val position = node.position ?: return null
    return if (beginsRegion(graph.frame)) position.path else null
}

/**
 * Returns whether [frame] starts a suspending region, whose frame is inside that of its coroutine's slice; slices and propagated work have
 * frames of their own.
 */
private fun beginsRegion(frame: ContextFrame?): Boolean {
    val strand = frame?.strand ?: return false
    return frame.outer?.strand === strand
}

/** For a call path whose opener is not a function of the program. */
internal const val NO_OPENER: String = ""
