package timemory

import java.lang.invoke.VarHandle
import java.lang.ref.WeakReference
import java.util.concurrent.locks.LockSupport

/**
 * Held weakly, since the session holds them as long as it measures: a thread of a pool that measures no more would otherwise keep a graph of a session that is over, and
 * by its class whatever loaded this library.
 */
private val graphs = ThreadLocal<WeakReference<ThreadGraph>?>()

/**
 * The graph of one thread, most often the main one, which finds it here in fewer steps than in the map of its thread locals.
 *
 * The thread stands beside the graph because other threads look at it too: in the graph it would share a cache line with what its
 * owner writes for each region, and each look would take that line away from it.
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
        if (value == null) graphs.remove() else graphs.set(WeakReference(value))
        val thread = quick?.thread
        val isFree = thread == null || thread === Thread.currentThread() || !thread.isAlive
        if (isFree) quick = if (value == null || value.isLeased) null else Quick(Thread.currentThread(), value)
    }

internal actual fun forgetGraphsOf(session: Session) {
    if (quick?.graph?.session === session) quick = null
    if (currentGraph?.session === session) currentGraph = null
}

/** Its number is 1, from Java 24 on 3; what has number 3 before are threads of the JVM's own, and nothing has number 1 since. */
internal actual fun isOnMainThread(): Boolean = Thread.currentThread().id.let { it == 1L || it == 3L }

internal actual fun isOnVirtualThread(): Boolean = VirtualThreads.isCurrent()

internal actual class ThreadHandle actual constructor() {
    private val thread = Thread.currentThread()

    actual fun isCurrent(): Boolean = Thread.currentThread() === thread

    actual fun isAlive(): Boolean = thread.isAlive

    actual val name: String get() = thread.name
}

internal actual fun isStackNearlyFull(): Boolean = !StackProbe.hasRoom()

internal actual class Lock actual constructor() {
    private val lock = OwnedLock()

    actual fun depth(): Int = lock.depth()

    actual fun lock() = lock.lock()

    actual fun releaseTo(depth: Int) = lock.releaseTo(depth)
}

internal actual fun orderStores() = VarHandle.releaseFence()

internal actual fun orderLoads() = VarHandle.fullFence()

/** An interrupt is left for whoever it is meant for; as long as it is pending, parking would not wait at all. */
internal actual fun pause(microseconds: Int) {
    val wasInterrupted = Thread.interrupted()
    LockSupport.parkNanos(microseconds * 1_000L)
    if (wasInterrupted) Thread.currentThread().interrupt()
}

private val pushed = ThreadLocal<PushedComponents?>()

internal actual var pushedComponents: PushedComponents?
    get() = pushed.get()
    set(value) = if (value == null) pushed.remove() else pushed.set(value)

internal actual fun startThread(name: String, body: () -> Unit): Boolean = try {
    Thread(body, name).apply { isDaemon = true }.start()
    true
} catch (_: OutOfMemoryError) { // also where there may be no more threads
    false
}
