package timemory.live.slow

import timemory.internal.callgraph.CallPath
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

private const val MAX_LAPS = 10
private const val MAX_PLACES = 100

/**
 * The slowest laps of a session: ten per call path, for up to a hundred call paths. With up to 512 entries of 56 bytes each, they take at
 * most about 30 MB, and usually 1 % of that.
 *
 * ### Thread-safety
 * Thread-safe. The lock is held only while accessing these laps.
 */
internal class SlowLaps(val limits: List<SlowLimit>) {
    private class Place(val path: CallPath) {
        /** The slowest laps of this call path, the slowest first. */
        val laps = ArrayList<SlowLap>(MAX_LAPS)
        var count = 0L

        fun takes(excess: Double) = laps.size < MAX_LAPS || excess > laps[laps.size - 1].excess
    }

    private val lock = Lock()
    private val places = HashMap<CallPath, Place>()
    private var total = 0L
    private var isFull = false

    /** Counts a slow lap at [path] with [value]. Returns whether it is among those to keep. */
    fun count(path: CallPath, limit: SlowLimit, value: Long): Boolean = lock.hold {
        total++
        val known = places[path]
        val place = known ?: Place(path)
        if (known == null && (places.size < MAX_PLACES || hasLeft(excessOf(limit, value)))) places[path] = place
        place.count++
        places[path] === place && place.takes(excessOf(limit, value))
    }

    /** Makes room for a lap of [excess] at a new call path, by removing one whose laps are all faster, if there is one. */
    private fun hasLeft(excess: Double): Boolean {
        isFull = true
        val least = places.values.minByOrNull { place -> place.laps.firstOrNull()?.excess ?: 0.0 } ?: return false
        if (least.laps.isNotEmpty() && least.laps[0].excess >= excess) return false
        places.remove(least.path)
        return true
    }

    /** Keeps [lap], unless there have been enough slower ones meanwhile. */
    fun keep(lap: SlowLap): Unit = lock.hold {
        val place = places[lap.path] ?: return
        if (!place.takes(lap.excess)) return
        if (place.laps.size == MAX_LAPS) place.laps.removeAt(MAX_LAPS - 1)
        var at = place.laps.size
        while (at > 0 && place.laps[at - 1].excess < lap.excess) at--
        place.laps.add(at, lap)
    }

    /** Returns the kept laps, slowest first. */
    fun all(): List<SlowLap> {
        val all = ArrayList<SlowLap>()
        lock.hold { for (place in places.values) all.addAll(place.laps) }
        all.sortByDescending { it.excess }
        return all
    }

    /** Returns a sentence with the number of slow laps. */
    fun summary(): String = lock.hold {
        val kept = places.values.sumOf { it.laps.size }
        val which = if (kept.toLong() == total) "" else ", of which the slowest $MAX_LAPS of each call path are kept" +
            if (isFull) ", for at most $MAX_PLACES call paths" else ""
        "$total laps beyond ${limits.joinToString(" or ") { it.text }}$which"
    }

    /** Whether there were no slow laps. */
    val isEmpty: Boolean get() = lock.hold { total == 0L }
}
