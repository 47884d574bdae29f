package timemory.internal.platform

import kotlin.concurrent.Volatile

/** That something goes on, while results are made and written. */
internal object Progress {
    /** Moves with each step; that two threads may move it at once, and one of them for nothing, does no harm. */
    @Volatile
    var steps: Long = 0L
}
