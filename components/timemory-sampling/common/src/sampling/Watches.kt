@file:JvmName("Watches")

package timemory.sampling

import kotlin.jvm.JvmName
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph

/** The watch that samples the thread of this graph: its own, or the one behind a watch in front of it. */
internal var ThreadGraph.sampledBy: PositionWatch?
    get() {
        val watch = watch
        return if (watch != null && watch.isInFront) watch.inner else watch
    }
    set(value) {
        val front = watch
        if (front != null && front.isInFront) front.inner = value else watch = value
    }

/** Makes [watch] observe the call paths of all threads that have measured; `null` removes it. */
internal fun Session.sampleAll(watch: PositionWatch?) {
    for (graph in graphsNow()) graph.sampledBy = watch
}
