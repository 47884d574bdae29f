package timemory.live

import timemory.Component
import timemory.LongDeltaComponent
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.lean.*
import timemory.internal.platform.wallNanoseconds
import timemory.internal.text.JsonWriter

/**
 * An open region.
 *
 * @property where the name of the thread that opened it; `coroutine` if it may suspend
 * @property nanoseconds how long it has been open
 */
internal class RunningRegion(
    private val path: CallPath,
    private val where: String,
    val nanoseconds: Long,
) {
    fun writeTo(json: JsonWriter) {
        json.beginObject()
        json.field("nanoseconds", nanoseconds)
        json.field("thread", where)
        json.name("path")
        json.beginArray()
        for (label in labels()) json.value(label)
        json.endArray()
        json.endObject()
    }

    private fun labels(): List<String> {
        val labels = ArrayList<String>()
        var place: CallPath? = path
        while (place != null) {
            if (place.parent != null) labels.add(place.label)
            place = place.parent
        }
        return labels.asReversed()
    }
}

/**
 * Returns the open regions of [session], the longest first. Only regions with a wall clock are included, because the start of others is
 * unknown. Threads keep running meanwhile, so some of them may have just ended.
 */
internal fun runningRegions(session: Session): List<RunningRegion> {
    val all = ArrayList<RunningRegion>()
    for (graph in session.graphsNow()) for (node in graph.openNodes()) all.add(running(graph, node) ?: continue)
    val now = wallNanoseconds()
    for (lap in session.openLaps.now().laps) {
        if (lap.isStarted && !lap.isClosed) all.add(RunningRegion(lap.path, "coroutine", now - lap.begin))
    }
    return all.sortedByDescending { it.nanoseconds }
}

private fun running(graph: ThreadGraph, node: Node): RunningRegion? {
    if (node.isFrame || node.detached != null) return null
    val index = node.components.indexOfFirst { it.isWallClock }
    val value = if (index < 0) null else node.openValue(index, mayReadThread = false)
    return RunningRegion(node.path, graph.owner.name, value ?: return null)
}

private val Component?.isWallClock: Boolean get() = this is LongDeltaComponent && readsWallClock
