package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.LateComponent.LateLap

/** What the GPU did for one lap of [CuptiActivity]. Changed under the lock of [ActivityRecords] only, until it is [whole]. */
internal class ActivityLap : LateLap {
    private val names = LinkedHashMap<String, Long>()

    /** The time on the device of what was begun in the lap so far, in nanoseconds. */
    @Volatile
    var nanoseconds = 0L
        private set

    /** Whether all records about it have come, as far as can be known: it has ended, and what was begun until then was waited for. */
    @Volatile
    var whole = false

    /** Why nobody knows what the GPU did for it; `null` where that is known, or is to come. */
    @Volatile
    var failure: String? = null

    /** What took [nanoseconds] on the device was begun in the lap. */
    fun add(nanoseconds: Long) {
        this.nanoseconds += nanoseconds
    }

    /** It was begun by the lap itself, and by none inside it. */
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
        /** So that a program that makes up names does not fill the memory. */
        const val MAX_NAMES = 1000
        const val OVER_LIMIT = "(names over the limit)"
    }
}

/**
 * A time in which one thread began work of the GPU for [lap], and for the laps of [outer] around it. CUPTI writes [id] to what the thread
 * begins meanwhile.
 */
internal class ActivitySpan(val id: Long, val lap: ActivityLap, val outer: ActivitySpan?)
