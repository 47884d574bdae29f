package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.LateComponent.LateLap

/** The GPU activity of one lap of [CuptiActivity]. Modified only under the lock of [ActivityRecords], until it is [whole]. */
internal class ActivityLap : LateLap {
    private val names = LinkedHashMap<String, Long>()

    /** The device time of the work launched in the lap so far, in nanoseconds. */
    @Volatile
    var nanoseconds = 0L
        private set

    /** Whether all its records have arrived, as far as can be known: the lap has ended, and the work launched in it was waited for. */
    @Volatile
    var whole = false

    /** Why the GPU activity is unknown; `null` if it is known, or may still arrive. */
    @Volatile
    var failure: String? = null

    /** Adds device time of work that was launched in the lap. */
    fun add(nanoseconds: Long) {
        this.nanoseconds += nanoseconds
    }

    /** Adds device time of work that was launched by the lap itself rather than by one inside it. */
    fun addPart(name: String, nanoseconds: Long) {
        val key = if (name in names || names.size < MAX_NAMES) name else OVER_LIMIT
        names[key] = (names[key] ?: 0L) + nanoseconds
    }

    override fun isKnown(wait: Boolean): Boolean {
        if (!whole && wait) ActivityTracing.flush(isEnd = false)
        failure?.let { throw IllegalStateException(it) }
        return whole
    }

    override fun value(): Long = nanoseconds

    override fun parts(): Map<String, Long> = names

    private companion object {
        /** Bounds memory when names are generated. */
        const val MAX_NAMES = 1000
        const val OVER_LIMIT = "(names over the limit)"
    }
}

/**
 * A period in which a thread launches GPU work for [lap], and for the laps of [outer] around it. CUPTI tags the thread's calls meanwhile
 * with [id].
 */
internal class ActivitySpan(val id: Long, val lap: ActivityLap, val outer: ActivitySpan?)
