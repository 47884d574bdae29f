@file:JvmName("Watches")

package timemory.sampling

import kotlin.jvm.JvmName
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.ThreadGraph

/** What samples the thread of this graph: its watch, or what that passes on to where it stands in front. */
internal var ThreadGraph.sampledBy: PositionWatch?
    get() {
        val watch = watch
        return if (watch != null && watch.isInFront) watch.inner else watch
    }
    set(value) {
        val front = watch
        if (front != null && front.isInFront) front.inner = value else watch = value
    }

/** Has [watch] informed of the places of all threads that have measured, nobody where it is `null`. */
internal fun Session.sampleAll(watch: PositionWatch?) {
    for (graph in graphsNow()) graph.sampledBy = watch
}
