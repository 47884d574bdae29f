package timemory

/** The calling thread's call graph, `null` before it measured anything. */
internal expect var currentGraph: ThreadGraph?

/** Whether the calling thread is the one that the process began with. */
internal expect fun isOnMainThread(): Boolean

/** Whether the calling thread is one of the JVM's virtual threads. */
internal expect fun isOnVirtualThread(): Boolean

/** A thread of the operating system or of the JVM. */
internal expect class ThreadHandle() {
    /** Whether the calling thread is the one this handle was made in. */
    fun isCurrent(): Boolean

    /** Whether the thread still runs; may say so for a while after its end. */
    fun isAlive(): Boolean

    /** A name to put in messages. */
    val name: String
}

/** A lock that its holder may take again. */
internal expect class Lock() {
    fun lock()

    fun unlock()
}

internal inline fun <R> Lock.hold(block: () -> R): R {
    lock()
    try {
        return block()
    } finally {
        unlock()
    }
}

/** Keeps stores before it from moving behind later ones. Costs nothing on x86-64 but the compiler's freedom. */
internal expect fun orderStores()

/** Makes what other threads stored visible to the loads that follow. */
internal expect fun orderLoads()

/** Lets other threads run, for about [microseconds]. */
internal expect fun pause(microseconds: Int)
