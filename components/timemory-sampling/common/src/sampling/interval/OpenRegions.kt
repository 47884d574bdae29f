package timemory.sampling.interval

import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph

/** A thread with its current call path. */
internal class Standing(val place: CallPath, val thread: Int)

/**
 * Returns the innermost region of each thread; for a thread that runs a coroutine or propagated work, that of the coroutine or work.
 * Regions of suspended coroutines are not included, nor are threads without a region.
 *
 * Threads keep running meanwhile, so the result covers some microseconds rather than an instant. They are not affected.
 */
internal fun openRegions(session: Session): List<Standing> {
    val standing = ArrayList<Standing>()
    for (graph in session.graphsNow()) {
        val place = placeOf(graph)
        if (place.parent != null) standing.add(Standing(place, graph.number))
    }
    return standing
}

private fun placeOf(graph: ThreadGraph): CallPath {
    val node = graph.innermost
    return if (node.isFrame) (node.position ?: graph.root).path else node.path
}
