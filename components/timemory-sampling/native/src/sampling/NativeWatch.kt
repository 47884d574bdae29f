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
 * Where one thread stood when samples were taken of it, by the count of its samples, which the handler of the signal keeps.
 *
 * Each time that the place of the thread changes, its own code looks whether the count has. If so, all samples since the last look were
 * taken at the place that it is about to leave, in the order of the program: the handler interrupts that thread and no other. Only places
 * with samples are written down.
 *
 * ### Thread-safety
 * Made and informed by the thread that it is about; read by whoever takes the samples, one thread at a time.
 */
internal class NativeWatch(private val graph: ThreadGraph, place: CPointer<tm_sampled>, private val openers: NativeOpeners) :
    PositionWatch() {
    /** The samples after those of [earlier], up to number [count], were taken at [path]. */
    class Stay(val count: Long, val path: CallPath, @Volatile var earlier: Stay?)

    val number: Int = graph.number

    /** Not as a pointer: looking where one points takes the compiler a call, which is most of what a change of region takes. */
    private val count: LongVar = tm_sampled_count(place)!!.pointed
    private var seen = count.value

    /** Where the thread was up to now: it would have come here at the first change. */
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
        // Of the same path the opener is known, from the second time on.
        if (node.path.opener == null || node.isFrame) openers.note(graph, node)
    }

    private fun note(now: Long) {
        seen = now
        last = Stay(now, graph.path, last)
    }

    /**
     * Gives each sample from number [from] to [to] its place. They have been taken from the ring before: those after the last stay are at
     * the place where the thread stands, which it has not left since, or that would be among the stays, which are read after it.
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
