package timemory.internal.callgraph

import kotlin.concurrent.Volatile

/** What can be measured differs from session to session where settings name events or metrics. Bundles ask again when that has changed. */
internal object Availability {
    /** Counts the changes. That two at once may count as one does no harm: bundles compare it with what they saw before. */
    @Volatile
    var generation: Int = 0
        private set

    fun changed() {
        generation++
    }
}
