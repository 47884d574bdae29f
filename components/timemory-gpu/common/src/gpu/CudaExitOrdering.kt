package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Has results made before CUDA and CUPTI give up what they hold at the end of the process.
 *
 * Natively, what a process does at its end is done in the opposite order of registering. CUDA and CUPTI register when they are loaded, and
 * again with contexts, which is after the first region; asked for records after that, CUPTI crashes.
 */
internal object CudaExitOrdering {
    private val lock = Lock()
    private val contexts = HashSet<Long>()

    @Volatile
    private var latest = 0L

    /** [context] is current on the calling thread. Cheap where it was so the last time. */
    fun saw(context: Long) {
        if (context == latest || context == 0L) return
        val isNew = lock.hold { contexts.size < MAX_CONTEXTS && contexts.add(context) }
        latest = context
        if (isNew) endBeforeOthers()
    }

    /** Programs that make and destroy contexts all the time have long had the results made first. */
    private const val MAX_CONTEXTS = 64
}

/** Has the results of the process made before what has been registered since for its end. */
internal expect fun endBeforeOthers()
