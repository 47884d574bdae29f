package timemory

import java.lang.invoke.VarHandle
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.locks.ReentrantLock

private val graphs = ThreadLocal<ThreadGraph?>()

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
        return if (quick != null && quick.thread === Thread.currentThread()) quick.graph else graphs.get()
    }
    set(value) {
        graphs.set(value)
        val thread = quick?.thread
        val isFree = thread == null || thread === Thread.currentThread() || !thread.isAlive
        if (isFree && value != null && !value.isLeased) quick = Quick(Thread.currentThread(), value)
    }

internal actual fun isOnMainThread(): Boolean = Thread.currentThread().id == 1L

internal actual fun isOnVirtualThread(): Boolean = VirtualThreads.isCurrent()

internal actual class ThreadHandle actual constructor() {
    private val thread = Thread.currentThread()

    actual fun isCurrent(): Boolean = Thread.currentThread() === thread

    actual fun isAlive(): Boolean = thread.isAlive

    actual val name: String get() = thread.name
}

internal actual class Lock actual constructor() {
    private val lock = ReentrantLock()

    actual fun lock() = lock.lock()

    actual fun unlock() = lock.unlock()
}

internal actual fun orderStores() = VarHandle.releaseFence()

internal actual fun orderLoads() = VarHandle.fullFence()

internal actual fun pause(microseconds: Int) = LockSupport.parkNanos(microseconds * 1_000L)

private val pushed = ThreadLocal<PushedComponents?>()

internal actual var pushedComponents: PushedComponents?
    get() = pushed.get()
    set(value) = pushed.set(value)
