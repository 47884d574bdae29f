package timemory.live

import timemory.internal.lean.*
import timemory.results.Results

/** Keeps earlier results, to compute the results since then. To be used by one thread. */
internal class SnapshotHistory {
    private class Snapshot(
        val results: Results,
        val at: Long,
    )

    /** The results since [from], a time of the monotonic clock, or since the start if that is `null`. */
    class Part(
        val results: Results,
        val from: Long?,
    )

    private var base: Results? = null

    /** The last results of each name, ordered by the time of the request. */
    private val byName = LinkedHashMap<String, Snapshot>()

    /** Returns the part of [results] that is new since the last [reset]. */
    fun sinceReset(results: Results): Results = base?.let(results::since) ?: results

    /** Makes [sinceReset] exclude [results]. */
    fun reset(results: Results) {
        base = results
    }

    /**
     * Returns the part of [results], taken at time [at], that is new since the last request for [name]. Results of [MAX_NAMES] names are
     * kept.
     */
    fun part(name: String, results: Results, at: Long): Part {
        val before = byName.remove(name)
        forgetUnused(at)
        if (byName.size >= MAX_NAMES) byName.remove(byName.keys.first())
        byName[name] = Snapshot(results, at)
        return Part(before?.let { results.since(it.results) } ?: results, before?.at)
    }

    fun forget(name: String) {
        byName.remove(name)
    }

    /** Drops results of names that were last requested more than [MAX_AGE] before [now]. */
    fun forgetUnused(now: Long) {
        for (name in byName.filterValues { now - it.at > MAX_AGE }.keys) byName.remove(name)
    }

    fun forgetAll() {
        base = null
        byName.clear()
    }

    companion object {
        const val MAX_NAMES: Int = 4

        /** In nanoseconds. */
        const val MAX_AGE: Long = 120_000_000_000L
    }
}
