package timemory.internal.callgraph

import timemory.internal.clock.wallClockSourceInUse
import timemory.internal.platform.monotonicNanoseconds

/*
 * Self-calibration: what laps cost, found by measuring empty ones.
 *
 * It happens when results are about to be made, for the component sets in use, some ten milliseconds each: at the start of a program its
 * code is not compiled yet, and a program that measures nothing should not pay. The empty laps run in a call graph that belongs to no
 * results. Of many batches the quickest counts, so that what else the machine did is not taken for our own cost; the interpreted laps
 * of a program's first moments cost more than that. A program that has had few laps, none of them compiled, waits for no more empty ones
 * than it had itself: they cost as its own did.
 *
 * A component is started for this only if its type allows it (`ComponentType.mayBeCalibrated`), because starting one can have
 * effects. A set is calibrated with those that do; the cost of the others is missing then.
 */

/** The costs found so far, shared by all sessions. */
internal object LapOverheads {
    /** What was found for a set, which keeps it: by how many [laps], and when. */
    class Known(val cost: LapOverhead, val source: String, val laps: Int, val at: Long)

    /**
     * Finds the cost of a lap of each of [sets], in a moment when [session] records. What was found before serves for a second, or, if
     * [anyAge], for good. Runs components, and so without the lock: two threads may find out the same.
     */
    fun calibrate(sets: Collection<ComponentSet>, session: Session, anyAge: Boolean = false) {
        val source = wallClockSourceInUse()
        val laps = enoughEmptyLaps(session.lapsSoFar())
        for (set in sets) {
            val now = monotonicNanoseconds()
            val old = set.knownOverhead
            val serves = old != null && old.source == source && old.laps >= laps && (anyAge || now - old.at < KEPT_NANOSECONDS)
            if (serves) continue
            set.knownOverhead = Known(measure(set, session, laps), source, laps, now)
        }
    }

    /** What [calibrate] found for [set]; zeros if it was not asked. */
    fun of(set: ComponentSet): LapOverhead = set.knownOverhead?.cost ?: LapOverhead(set)

    private fun measure(set: ComponentSet, session: Session, laps: Int): LapOverhead {
        val indices = ArrayList<Int>()
        for (i in set.types.indices) if (set.types[i].mayBeCalibrated && set.unavailable[i] == null) indices.add(i)
        val part = set.treeSetOf(indices) ?: return LapOverhead(set)
        val cost = EmptyLaps(session, part, laps).cost()
        val inside = DoubleArray(set.size)
        for ((i, index) in indices.withIndex()) inside[index] = cost.inside[i]
        return LapOverhead(cost.whole, inside)
    }

    private const val KEPT_NANOSECONDS = 1_000_000_000L
}
