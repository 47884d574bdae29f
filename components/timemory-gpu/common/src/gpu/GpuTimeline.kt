package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.results.DeviceActivity
import timemory.results.DeviceTimeline
import timemory.results.DeviceTrack

/**
 * GPU activities with their times. Only the first [MAX_ACTIVITIES] of a session are kept.
 *
 * ### Thread-safety
 * Thread-safe.
 */
internal class GpuTimeline : DeviceTimeline {
    private val lock = Lock()
    private val activities = ArrayList<DeviceActivity>()
    private var left = 0L

    /** The offset from CUPTI's clock to nanoseconds after the start of the session. */
    private var shift = 0L

    override val tracks: List<DeviceTrack>
        get() = lock.hold {
            activities.groupBy { it.device to it.stream }.entries.sortedWith(
                compareBy(
                    { it.key.first },
                    { it.key.second },
                ),
            ).map { (key, list) ->
                DeviceTrack("GPU ${key.first}, stream ${key.second}", list.sortedBy { it.start }, shift)
            }
        }

    /** How many activities came after the first [MAX_ACTIVITIES]. */
    val leftOut: Long get() = lock.hold { left }

    fun add(activity: DeviceActivity) = lock.hold {
        if (activities.size == MAX_ACTIVITIES) left++ else activities.add(activity)
    }

    /**
     * Aligns the clocks when results are collected: the session started at [origin], it is [now] on the monotonic clock, and [cuptiNow] on
     * CUPTI's.
     */
    fun align(origin: Long, now: Long, cuptiNow: Long) = lock.hold { shift = now - origin - cuptiNow }

    companion object {
        const val MAX_ACTIVITIES: Int = 50_000
    }
}
