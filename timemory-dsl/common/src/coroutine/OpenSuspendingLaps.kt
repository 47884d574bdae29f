package timemory

/**
 * The suspending regions that are open, so that results can tell of those that never end: a coroutine can be suspended for good.
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

    fun forEach(action: (SuspendingLap) -> Unit) {
        for (shard in shards) shard.lock.hold {
            var lap = shard.first
            while (lap != null) {
                action(lap)
                lap = lap.nextOpen
            }
        }
    }
}
