package timemory.results

/** The activities of GPUs, with their times: for formats with a time axis. */
internal interface DeviceTimeline {
    /** One track per stream, with its activities in chronological order. */
    val tracks: List<DeviceTrack>
}

/** The activities of one GPU stream. */
internal class DeviceTrack(val name: String, private val activities: List<DeviceActivity>, private val shift: Long) {
    inline fun forEach(action: (name: String, start: Long, nanoseconds: Long) -> Unit) {
        for (activity in activities) action(activity.name, maxOf(0L, activity.start + shift), activity.nanoseconds)
    }
}

/** Starts at [start], by CUPTI's clock, and lasts [nanoseconds]. */
internal class DeviceActivity(val name: String, val device: Int, val stream: Int, val start: Long, val nanoseconds: Long)
