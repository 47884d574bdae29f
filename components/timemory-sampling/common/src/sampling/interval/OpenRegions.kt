package timemory.sampling.interval

import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph

/** A thread in a region. */
internal class Standing(val place: CallPath, val thread: Int)

/**
 * The innermost region that each thread stands in; of a thread that runs a coroutine or work that was handed over, that of the coroutine or
 * of the work. A region that no thread stands in, as its coroutine is suspended, is not among them, nor is a thread without a region.
 *
 * What other threads do meanwhile makes it a picture of some microseconds, and not of a moment. They notice nothing of it.
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
