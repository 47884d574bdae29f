package timemory.live

import timemory.internal.lean.*
import timemory.results.Results

/** Results as they were at earlier moments, for what was measured since. For one thread. */
internal class SnapshotHistory {
    private class Snapshot(
        val results: Results,
        val at: Long,
    )

    /** What was measured since [from], a moment of the monotonic clock, or ever where that is `null`. */
    class Part(
        val results: Results,
        val from: Long?,
    )

    private var base: Results? = null

    /** Of each name, the one that asked last at the end. */
    private val byName = LinkedHashMap<String, Snapshot>()

    /** What of [results] is new since the last [reset]. */
    fun sinceReset(results: Results): Results = base?.let(results::since) ?: results

    /** Has [sinceReset] leave out what is in [results]. */
    fun reset(results: Results) {
        base = results
    }

    /** What of [results], which are those of the moment [at], is new since [name] asked last. Results of [MAX_NAMES] names are kept. */
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

    /** Keeps no results for those who have not asked for longer than [MAX_AGE] before [now]. */
    fun forgetUnused(now: Long) {
        for (name in byName.filterValues { now - it.at > MAX_AGE }.keys) byName.remove(name)
    }

    fun forgetAll() {
        base = null
        byName.clear()
    }

    companion object {
        const val MAX_NAMES: Int = 4

        /** Nanoseconds. */
        const val MAX_AGE: Long = 120_000_000_000L
    }
}
