package timemory.internal.callgraph

import timemory.Totals
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.pause
import timemory.internal.platform.wallNanoseconds

/**
 * The suspending regions that have not been recorded yet, so that results can include those that never end: a coroutine can be suspended
 * for good.
 *
 * Such a coroutine may also be dropped: suspended while waiting for something unreachable, and collected. Its regions stay open for ever.
 * Occasionally, when the number of regions has doubled since the last time, those whose lap has been collected are added up, per position,
 * with their values so far; so a server that drops coroutines only needs memory for the positions.
 *
 * Several lists with a lock each, so that threads rarely wait for one another. No foreign code is called while holding a lock.
 */
internal class OpenSuspendingLaps {
    private class Shard {
        val lock = Lock()
        var first: OpenLap? = null
        var count = 0
        var sweepAt = MIN_SWEEP
        var isSwept = false

        /** Replaced rather than changed: adding up values runs code of components, which must not happen under the lock. */
        var dropped: Map<DroppedLaps, DroppedLaps> = emptyMap()

        /** Has no effect on one that was removed with all others. */
        fun unlink(lap: OpenLap) {
            if (first !== lap && lap.previous == null) return
            val previous = lap.previous
            val next = lap.next
            if (previous == null) first = next else previous.next = next
            next?.previous = previous
            lap.previous = null
            lap.next = null
            count--
        }

        fun laps(): List<OpenLap> {
            val laps = ArrayList<OpenLap>(count)
            var lap = first
            while (lap != null) {
                laps.add(lap)
                lap = lap.next
            }
            return laps
        }
    }

    private val shards = Array(16) { Shard() }

    private fun shardOf(lap: OpenLap) = shards[lap.hashCode() and (shards.size - 1)]

    fun add(lap: OpenLap) {
        val shard = shardOf(lap)
        val isFull = shard.lock.hold {
            val next = shard.first
            lap.next = next
            next?.previous = lap
            shard.first = lap
            ++shard.count >= shard.sweepAt
        }
        if (isFull) sweep(shard)
    }

    fun remove(lap: OpenLap) {
        val shard = shardOf(lap)
        shard.lock.hold { shard.unlink(lap) }
    }

    /** The number of regions stored individually. */
    val size: Int get() = shards.sumOf { shard -> shard.lock.hold { shard.count } }

    /** Adds up all laps whose coroutines were collected. */
    fun sweep() = shards.forEach(::sweep)

    private fun sweep(shard: Shard) {
        var gone: List<OpenLap> = emptyList()
        var known: Map<DroppedLaps, DroppedLaps> = emptyMap()
        shard.lock.hold {
            if (shard.isSwept) return
            shard.isSwept = true
            gone = shard.laps().filter { it.target() == null }
            known = shard.dropped
        }
        // Only this thread has them now; components read their values.
        var dropped: Map<DroppedLaps, DroppedLaps>? = null
        try {
            dropped = known.withAll(gone)
        } catch (_: Exception) {
            // If a component cannot add its values up, the results made of the individual laps report that.
        } finally {
            shard.lock.hold {
                if (dropped != null && shard.dropped === known) {
                    gone.forEach(shard::unlink)
                    shard.dropped = dropped
                }
                shard.sweepAt = maxOf(MIN_SWEEP, 2 * shard.count)
                shard.isSwept = false
            }
        }
    }

    private fun Map<DroppedLaps, DroppedLaps>.withAll(gone: List<OpenLap>): Map<DroppedLaps, DroppedLaps> {
        if (gone.isEmpty()) return this
        val now = wallNanoseconds()
        val all = HashMap(this)
        for ((laps, added) in gone.groupBy(::DroppedLaps)) {
            all.remove(laps)?.let(laps::addAll)
            added.forEach { laps.add(it, now) }
            all[laps] = laps
        }
        return all
    }

    /**
     * Waits for regions that have ended but have not been recorded, because a thread that ran their coroutine has yet to notice that it
     * suspended. That takes microseconds, unless the thread is not scheduled; so the wait is short.
     */
    fun awaitClosed() {
        val awaited = now().laps.filter { it.isAwaited }
        val giveUpAt = monotonicNanoseconds() + 500_000_000L
        while (awaited.any { it.isAwaited } && monotonicNanoseconds() < giveUpAt) pause(microseconds = 100)
    }

    /** Returns the regions that are open now, and those that never ended. */
    fun now(): Unrecorded {
        val laps = ArrayList<OpenLap>()
        val dropped = ArrayList<DroppedLaps>()
        for (shard in shards) shard.lock.hold {
            laps.addAll(shard.laps())
            dropped.addAll(shard.dropped.values)
        }
        return Unrecorded(laps, dropped)
    }

    class Unrecorded(val laps: List<OpenLap>, val dropped: List<DroppedLaps>)

    /** Removes them all, at the end of the session. */
    fun clear() {
        for (shard in shards) shard.lock.hold {
            shard.first = null
            shard.count = 0
            shard.dropped = emptyMap()
        }
    }
}

/** Laps at one position (that of `like`) that never ended and whose coroutines were collected, with their values when this was noticed. */
internal class DroppedLaps(like: OpenLap) {
    val path: CallPath = like.path
    val insideFrom: Int = like.insideFrom
    private val isNested = like.isNested

    val set: ComponentSet get() = path.set

    /** By component; `null` if nothing could be read. */
    val totals = arrayOfNulls<Totals>(set.size)

    fun add(lap: OpenLap, now: Long) {
        // A lap that had been recorded, and waited to be reused, was collected with its node.
        if (isNested || !lap.isStarted || lap.isRecorded) return
        for (i in totals.indices) {
            try {
                val lapTotals = lap.totalsAt(now, i) ?: continue
                totalsOf(i).addAll(lapTotals)
            } catch (_: Exception) {
                // As while its coroutine exists, when the results give the reason: the lap is missing there.
            }
        }
    }

    fun addAll(others: DroppedLaps) {
        for (i in totals.indices) {
            others.totals[i]?.let { totalsOf(i).addAll(it) }
        }
    }

    private fun totalsOf(component: Int): Totals = totals[component] ?: Totals(set.types[component]).also { totals[component] = it }

    override fun equals(other: Any?): Boolean =
        other is DroppedLaps && path === other.path && insideFrom == other.insideFrom && isNested == other.isNested

    override fun hashCode(): Int = 31 * path.hashCode() + insideFrom
}
