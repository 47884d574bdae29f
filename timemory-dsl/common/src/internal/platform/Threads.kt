package timemory.internal.platform

/** Whether the calling thread is the main thread of the process. */
internal expect fun isOnMainThread(): Boolean

/** Whether this target has virtual threads. */
internal expect val hasVirtualThreads: Boolean

/** Whether the calling thread is one of the JVM's virtual threads. */
internal expect fun isOnVirtualThread(): Boolean

/** Whether the calling thread is about to overflow its stack, or has just done so. Never natively, where that terminates the process. */
internal expect fun isStackNearlyFull(): Boolean

/** A thread of the operating system or of the JVM. */
internal expect class ThreadHandle() {
    /** Whether the calling thread is the one this handle was created on. */
    fun isCurrent(): Boolean

    /** Whether the thread is still running; may be `true` for a while after its end. */
    fun isAlive(): Boolean

    /** A name for messages. */
    val name: String

    companion object {
        /** Represents no thread: never current, never alive. */
        val NOBODY: ThreadHandle
    }
}

/**
 * A reentrant lock for a few steps of our own: no foreign code runs under one, and nothing is waited for.
 *
 * No error leaves it locked. A stack overflow can strike at any call, so [lock] first makes sure that there is room for everything done
 * until the lock is released, and throws the error while nothing is locked. And a thread releases it if it finds that it holds the lock,
 * rather than remembering that locking succeeded: an error thrown from outside may come between the two.
 */
internal expect class Lock() {
    /** How many times the calling thread holds it. */
    fun depth(): Int

    /** Locks it once more. */
    fun lock()

    /** Releases it until the calling thread holds it [depth] times; does nothing if it already does. */
    fun releaseTo(depth: Int)
}

internal inline fun <R> Lock.hold(block: () -> R): R {
    val around = depth()
    try {
        lock()
        return block()
    } finally {
        releaseTo(around)
    }
}

/** Keeps earlier stores from being reordered after later ones. Costs nothing on x86-64 except for compiler optimisations. */
internal expect fun orderStores()

/** Makes stores by other threads visible to the following loads. */
internal expect fun orderLoads()

/** Lets other threads run, for about [microseconds]. */
internal expect fun pause(microseconds: Int)

/** Lets one thread wait for a single event that another one announces. */
internal expect class Latch() {
    /** Whether it was [opened][open]. */
    val isOpen: Boolean

    /** Lets the waiting thread continue. */
    fun open()

    /** Pauses like [pause], but only until the latch is open. */
    fun await(microseconds: Int)
}

/** Waits until [moment] of the monotonic clock; `false` if it was opened before. */
internal fun Latch.staysClosedUntil(moment: Long): Boolean {
    while (!isOpen) {
        val left = moment - monotonicNanoseconds()
        if (left <= 0L) return true
        await(microseconds = (left / 1000L).coerceIn(1L, 50_000L).toInt())
    }
    return false
}

/** The name that the program gave the calling thread; empty if it gave none. */
internal expect fun threadName(): String

/** Runs [body] on a new thread, which process exit does not wait for; `false` if the system cannot create one. */
internal expect fun startThread(name: String, body: () -> Unit): Boolean

/**
 * The number of files that may be written at once. Natively one: after a signal or a crash, one writing thread is watched, and one
 * unfinished file is removed (docs/dev/process-exit.md).
 */
internal expect val writersAtOnce: Int
