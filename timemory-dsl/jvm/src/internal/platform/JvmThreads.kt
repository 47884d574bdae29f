package timemory.internal.platform

import java.lang.invoke.VarHandle
import java.lang.ref.WeakReference
import java.util.concurrent.locks.LockSupport
import timemory.internal.lean.*

/** Its ID is 1, or 3 since Java 24; earlier, the JVM's own threads have ID 3, and since then nothing has ID 1. */
internal actual fun isOnMainThread(): Boolean = Thread.currentThread().id.let { it == 1L || it == 3L }

internal actual fun isOnVirtualThread(): Boolean = VirtualThreads.isCurrent()

internal actual class ThreadHandle private constructor(private val thread: Thread?) {
    actual constructor() : this(Thread.currentThread())

    actual fun isCurrent(): Boolean = Thread.currentThread() === thread

    actual fun isAlive(): Boolean = thread != null && thread.isAlive

    actual val name: String get() = thread?.name ?: "none"

    actual companion object {
        @JvmField
        actual val NOBODY: ThreadHandle = ThreadHandle(null)
    }
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

/** An interrupt is kept for the code it is meant for; as long as it is pending, parking would not wait at all. */
internal actual fun pause(microseconds: Int) {
    val wasInterrupted = Thread.interrupted()
    LockSupport.parkNanos(microseconds * 1_000L)
    if (wasInterrupted) Thread.currentThread().interrupt()
}

internal actual class Latch actual constructor() {
    @Volatile
    private var wasOpened = false

    @Volatile
    private var waiting: Thread? = null

    actual val isOpen: Boolean get() = wasOpened

    actual fun open() {
        wasOpened = true
        LockSupport.unpark(waiting)
    }

    actual fun await(microseconds: Int) {
        waiting = Thread.currentThread()
        if (!wasOpened) pause(microseconds)
    }
}

internal actual const val hasVirtualThreads: Boolean = true

internal actual fun threadName(): String = Thread.currentThread().name

internal actual fun startThread(name: String, body: () -> Unit): Boolean = try {
    Thread(body, name).apply { isDaemon = true }.start()
    true
} catch (_: OutOfMemoryError) { // even if no more threads can be created
    false
}

internal actual val writersAtOnce: Int get() = Runtime.getRuntime().availableProcessors().coerceIn(1, 4)
