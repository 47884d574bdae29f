package timemory.internal.callgraph

import java.lang.ref.WeakReference

/**
 * Held weakly, because the session holds them as long as it measures: an idle pool thread would otherwise keep a graph of an ended session,
 * and through its class whatever loaded this library.
 */
private val graphs = ThreadLocal<WeakReference<ThreadGraph>?>()

/**
 * The graph of one thread, usually the main one, which finds it here in fewer steps than in the map of its thread locals.
 *
 * The thread is stored next to the graph because other threads read it too: inside the graph it would share a cache line with data that its
 * owner writes for each region, and each read would take that line away from the owner.
 */
private class Quick(@JvmField val thread: Thread, @JvmField val graph: ThreadGraph)

@Volatile
private var quick: Quick? = null

internal actual var currentGraph: ThreadGraph?
    get() {
        val quick = quick
        return if (quick != null && quick.thread === Thread.currentThread()) quick.graph else graphs.get()?.get()
    }
    set(value) {
        @Suppress("UNCHECKED_CAST")
        if (value == null) graphs.remove() else graphs.set(value.reference as WeakReference<ThreadGraph>)
        val thread = quick?.thread
        val isFree = thread == null || thread === Thread.currentThread() || !thread.isAlive
        if (!isFree) return
        quick = null // it is found by its reference if there is no memory for what follows
        if (value != null && !value.isLeased) value.session.unlessOutOfMemory { quick = Quick(Thread.currentThread(), value) }
    }

internal actual fun referenceTo(graph: ThreadGraph): Any? = WeakReference(graph)

internal actual fun forgetGraphsOf(session: Session) {
    if (quick?.graph?.session === session) quick = null
    if (currentGraph?.session === session) currentGraph = null
}
