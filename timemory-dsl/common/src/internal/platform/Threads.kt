package timemory.internal.platform

/** Whether the calling thread is the one that the process began with. */
internal expect fun isOnMainThread(): Boolean

/** Whether this target has virtual threads. */
internal expect val hasVirtualThreads: Boolean

/** Whether the calling thread is one of the JVM's virtual threads. */
internal expect fun isOnVirtualThread(): Boolean

/** Whether the calling thread is about to overflow its stack, or has just done so. Never so natively, where that ends the process. */
internal expect fun isStackNearlyFull(): Boolean

/** A thread of the operating system or of the JVM. */
internal expect class ThreadHandle() {
    /** Whether the calling thread is the one this handle was made in. */
    fun isCurrent(): Boolean

    /** Whether the thread still runs; may say so for a while after its end. */
    fun isAlive(): Boolean

    /** A name to put in messages. */
    val name: String

    companion object {
        /** No thread: never current, never alive. */
        val NOBODY: ThreadHandle
    }
}

/**
 * A lock that its holder may take again, for a few steps of our own: no code of others runs under one, and nothing is waited for.
 *
 * No error leaves it held. An overflow of the stack can strike at any call, so [lock] first makes sure that there is room for all that is
 * done until the lock is released, and throws the error while nothing is held. And a thread releases it if it finds that it holds the lock,
 * instead of remembering that taking it succeeded: an error thrown from outside may come between the two.
 */
internal expect class Lock() {
    /** How often the calling thread holds it. */
    fun depth(): Int

    /** Takes it once more. */
    fun lock()

    /** Releases it as often as it takes for the calling thread to hold it [depth] times; nothing where it does so already. */
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

/** Keeps stores before it from moving behind later ones. Costs nothing on x86-64 but the compiler's freedom. */
internal expect fun orderStores()

/** Makes what other threads stored visible to the loads that follow. */
internal expect fun orderLoads()

/** Lets other threads run, for about [microseconds]. */
internal expect fun pause(microseconds: Int)

/** What one thread waits for and another says once: something is over. */
internal expect class Latch() {
    /** Whether it was [opened][open]. */
    val isOpen: Boolean

    /** Lets the waiting thread continue. */
    fun open()

    /** Pauses like [pause], but at most until the latch is open. */
    fun await(microseconds: Int)
}

/** Waits until [moment], which the monotonic clock shows; `false` where it is open before. */
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

/** Has a new thread run [body], which the end of the process does not wait for; `false` where the system gives none. */
internal expect fun startThread(name: String, body: () -> Unit): Boolean

/**
 * How many files may be written at once. Natively one: after a signal or a crash, one writing thread is watched, and one unfinished file is
 * removed (docs/dev/process-exit.md).
 */
internal expect val writersAtOnce: Int
