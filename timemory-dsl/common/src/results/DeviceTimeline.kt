package timemory.results

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * What the GPUs did, each activity where it was in time: for formats that have a line of time. Only the first [MOST] of a session are kept.
 *
 * ### Thread-safety
 * May be used from any thread.
 */
internal class DeviceTimeline {
    private val lock = Lock()
    private val activities = ArrayList<DeviceActivity>()
    private var left = 0L

    /** From CUPTI's clock to nanoseconds after the begin of the session. */
    private var shift = 0L

    private val read = ArrayList<DeviceTrack>()

    /** A track for each stream, with its activities in the order of time. */
    val tracks: List<DeviceTrack>
        get() = lock.hold {
            read + activities.groupBy { it.device to it.stream }.entries.sortedWith(
                compareBy(
                    { it.key.first },
                    { it.key.second },
                ),
            ).map { (key, list) ->
                DeviceTrack("GPU ${key.first}, stream ${key.second}", list.sortedBy { it.start }, shift)
            }
        }

    /** Adds a track as it was read from a file. */
    fun addTrack(track: DeviceTrack): Unit = lock.hold { read.add(track) }

    /** How many activities came after the first [MOST]. */
    val leftOut: Long get() = lock.hold { left }

    fun add(activity: DeviceActivity) = lock.hold {
        if (activities.size == MOST) left++ else activities.add(activity)
    }

    /** A session that began at [origin] of the monotonic clock has its results made [now], when CUPTI's clock shows [cuptiNow]. */
    fun align(origin: Long, now: Long, cuptiNow: Long) = lock.hold { shift = now - origin - cuptiNow }

    companion object {
        const val MOST: Int = 50_000
    }
}

/** A stream of a GPU, with what it did. */
internal class DeviceTrack(val name: String, private val activities: List<DeviceActivity>, private val shift: Long) {
    inline fun forEach(action: (name: String, start: Long, nanoseconds: Long) -> Unit) {
        for (activity in activities) action(activity.name, maxOf(0L, activity.start + shift), activity.nanoseconds)
    }
}

/** From [start] on, by CUPTI's clock, for [nanoseconds]. */
internal class DeviceActivity(val name: String, val device: Int, val stream: Int, val start: Long, val nanoseconds: Long)
