package timemory.internal.callgraph

import kotlin.concurrent.Volatile

/**
 * The available measurements differ from session to session if settings name events or metrics. Bundles check again when they have changed.
 */
internal object Availability {
    /** Counts the changes. Two simultaneous changes may count as one: bundles only compare it with the last value they saw. */
    @Volatile
    var generation: Int = 0
        private set

    fun changed() {
        generation++
    }
}
