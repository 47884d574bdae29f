package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Makes sure that results are collected before CUDA and CUPTI release their resources at process exit.
 *
 * In native programs, exit handlers run in reverse order of registration. CUDA and CUPTI register theirs when they are loaded, and again
 * with each context, which is after the first region; if records are requested from CUPTI after that, it crashes.
 */
internal object CudaExitOrdering {
    private val lock = Lock()
    private val contexts = HashSet<Long>()

    @Volatile
    private var latest = 0L

    /** Called when [context] is current on the calling thread. Cheap if it was also the last one. */
    fun saw(context: Long) {
        if (context == latest || context == 0L) return
        val isNew = lock.hold { contexts.size < MAX_CONTEXTS && contexts.add(context) }
        latest = context
        if (isNew) endBeforeOthers()
    }

    /** By then, a program that creates and destroys contexts all the time has the right order. */
    private const val MAX_CONTEXTS = 64
}

/** Registers the collection of results to run before all exit handlers registered so far. */
internal expect fun endBeforeOthers()
