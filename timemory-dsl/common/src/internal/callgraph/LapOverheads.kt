package timemory.internal.callgraph

import timemory.internal.clock.wallClockSourceInUse
import timemory.internal.platform.monotonicNanoseconds

/*
 * Self-calibration: determines the overhead of laps by measuring empty ones.
 *
 * It runs just before results are made, for the component sets in use, taking some ten milliseconds each: at program start the code is not
 * compiled yet, and a program that measures nothing should not pay for it. The empty laps run in a separate call graph, which is not part
 * of any results. The fastest of many batches counts, so that other activity on the machine is not mistaken for overhead; the interpreted
 * laps at program start cost more than that. A program that has had few laps, none of them compiled, runs no more empty laps than it had
 * itself: they cost the same as its own.
 *
 * A component is started for this only if its type allows it (`ComponentType.mayBeCalibrated`), because starting one can have side effects.
 * A set is calibrated with those that allow it; the overhead of the others is missing then.
 */

/** The overheads found so far, shared by all sessions. */
internal object LapOverheads {
    /** The result for a set, stored with it: from how many [laps], and when. */
    class Known(val cost: LapOverhead, val source: String, val laps: Int, val at: Long)

    /**
     * Determines the overhead of a lap of each of [sets], while [session] records. Earlier results are reused for a second, or, if
     * [anyAge], for good. Runs components, so it holds no lock: two threads may determine the same overhead.
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

    /** Returns the result of [calibrate] for [set]; zeros if it was not calibrated. */
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
