package timemory

/**
 * The suspending regions that are not recorded yet, so that results can tell of those that never end: a coroutine can be suspended for
 * good.
 *
 * Several lists with a lock each, so that threads seldom wait for each other.
 */
internal class OpenSuspendingLaps {
    private class Shard {
        val lock = Lock()
        var first: SuspendingLap? = null
    }

    private val shards = Array(16) { Shard() }

    private fun shardOf(lap: SuspendingLap) = shards[lap.hashCode() and (shards.size - 1)]

    fun add(lap: SuspendingLap) {
        val shard = shardOf(lap)
        shard.lock.hold {
            val next = shard.first
            lap.nextOpen = next
            next?.previousOpen = lap
            shard.first = lap
        }
    }

    fun remove(lap: SuspendingLap) {
        val shard = shardOf(lap)
        shard.lock.hold {
            val previous = lap.previousOpen
            val next = lap.nextOpen
            if (previous == null) shard.first = next else previous.nextOpen = next
            next?.previousOpen = previous
            lap.previousOpen = null
            lap.nextOpen = null
        }
    }

    /**
     * Waits for regions that have ended but not been recorded, because a thread that ran their coroutine has yet to notice that it
     * suspended. That takes microseconds, unless the thread does not get to run; so it is not waited for long.
     */
    fun awaitClosed() {
        val closed = all().filter { it.isClosed }
        val giveUpAt = monotonicNanoseconds() + LONGEST_WAIT_NANOSECONDS
        while (closed.any { !it.isRecorded } && monotonicNanoseconds() < giveUpAt) pause(microseconds = 100)
    }

    fun all(): List<SuspendingLap> {
        val laps = ArrayList<SuspendingLap>()
        for (shard in shards) shard.lock.hold {
            var lap = shard.first
            while (lap != null) {
                laps.add(lap)
                lap = lap.nextOpen
            }
        }
        return laps
    }

    /** Forgets them all, at the end of the session. */
    fun clear() {
        for (shard in shards) shard.lock.hold { shard.first = null }
    }

    private companion object {
        const val LONGEST_WAIT_NANOSECONDS = 500_000_000L
    }
}
