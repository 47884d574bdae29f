package timemory.internal.platform

import kotlin.concurrent.Volatile

/**
 * Counts the steps of a piece of work that another thread watches, such as the end of a session. Each piece of work has its own counter, so
 * that other work which makes progress cannot hide that this one is stuck.
 */
internal class Progress {
    /** Incremented with each step; it does no harm if two threads do so at once and one increment is lost. */
    @Volatile
    var steps: Long = 0L

    /** The type of the component that is being read; `null` if there is none. */
    @Volatile
    var beingRead: Any? = null
}

/** The progress of the work that the calling thread is doing; `null` if nothing watches it. */
internal val progressOfThread: PerThread<Progress> = PerThread()

/** Returns [progressOfThread], or a counter that nothing watches. */
internal fun progressHere(): Progress = progressOfThread.get() ?: Progress()
