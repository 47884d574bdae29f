@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import cnames.structs.tm_sampled
import kotlin.concurrent.Volatile
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.pointed
import kotlinx.cinterop.value
import timemory.cinterop.sampling.tm_sampled_count
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.platform.orderLoads

/**
 * Records a thread's call path at each sample, using the sample count that the signal handler maintains.
 *
 * Whenever the thread changes its call path, its own code checks whether the count has changed. If so, all samples since the last check
 * were taken at the call path that it is about to leave. The order is that of the program, because the handler interrupts that very thread.
 * Only call paths with samples are recorded.
 *
 * ### Thread-safety
 * Created and notified by the thread it watches; read by the thread that takes the samples, one at a time.
 */
internal class NativeWatch(private val graph: ThreadGraph, place: CPointer<tm_sampled>, private val openers: NativeOpeners) :
    PositionWatch() {
    /** The samples after those of [earlier], up to number [count], were taken at [path]. */
    class Stay(val count: Long, val path: CallPath, @Volatile var earlier: Stay?)

    val number: Int = graph.number

    /**
     * Stored as a variable rather than a pointer: dereferencing a pointer compiles to a call, which is most of the cost of a region change.
     */
    private val count: LongVar = tm_sampled_count(place)!!.pointed
    private var seen = count.value

    /** The thread's call path up to now: a change would have brought it here earlier. */
    val first: CallPath = graph.path

    @Volatile
    private var last = Stay(seen, first, null)

    fun isOf(graph: ThreadGraph): Boolean = this.graph === graph

    override fun changes(graph: ThreadGraph) {
        val now = count.value
        if (now != seen) note(now)
    }

    override fun opens(graph: ThreadGraph, node: Node) {
        val now = count.value
        if (now != seen) note(now)
        // The opener of the same call path is already known the second time.
        if (node.path.opener == null || node.isFrame) openers.note(graph, node)
    }

    private fun note(now: Long) {
        seen = now
        last = Stay(now, graph.path, last)
    }

    /**
     * Calls [place] for each sample from number [from] to [to] with its call path. They must have been taken from the buffer before: those
     * after the last stay are at the thread's current call path, which it has not left since, or that would be among the stays, which are
     * read after it.
     */
    fun places(from: Long, to: Long, place: (number: Long, path: CallPath) -> Unit) {
        val now = graph.path
        orderLoads()
        val newest = last
        val stays = ArrayList<Stay>()
        var stay: Stay? = newest
        while (stay != null && stay.count >= from) {
            stays.add(stay)
            stay = stay.earlier
        }
        newest.earlier = null
        for (number in from..to) {
            while (stays.isNotEmpty() && stays.last().count < number) stays.removeAt(stays.lastIndex)
            place(number, stays.lastOrNull()?.path ?: now)
        }
    }
}
