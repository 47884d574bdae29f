package timemory

import java.lang.invoke.VarHandle
import java.util.concurrent.locks.LockSupport
import java.util.concurrent.locks.ReentrantLock

private val graphs = ThreadLocal<ThreadGraph?>()

/**
 * The graph of one thread, most often the main one, which finds it here in fewer steps than in the map of its thread locals. Whether it
 * is the calling thread's is asked each time, so that nothing depends on which thread got here first.
 */
@Volatile
private var quickGraph: ThreadGraph? = null

internal actual var currentGraph: ThreadGraph?
    get() {
        val quick = quickGraph
        return if (quick != null && quick.owner.isCurrent()) quick else graphs.get()
    }
    set(value) {
        graphs.set(value)
        val quick = quickGraph
        val isFree = quick == null || quick.owner.isCurrent() || !quick.owner.isAlive()
        if (isFree && value != null && !value.isLeased) quickGraph = value
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
