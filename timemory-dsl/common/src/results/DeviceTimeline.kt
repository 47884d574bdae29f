package timemory.results

/** What the GPUs did, each activity where it was in time: for formats that have a line of time. */
internal interface DeviceTimeline {
    /** A track for each stream, with its activities in the order of time. */
    val tracks: List<DeviceTrack>
}

/** A stream of a GPU, with what it did. */
internal class DeviceTrack(val name: String, private val activities: List<DeviceActivity>, private val shift: Long) {
    inline fun forEach(action: (name: String, start: Long, nanoseconds: Long) -> Unit) {
        for (activity in activities) action(activity.name, maxOf(0L, activity.start + shift), activity.nanoseconds)
    }
}

/** From [start] on, by CUPTI's clock, for [nanoseconds]. */
internal class DeviceActivity(val name: String, val device: Int, val stream: Int, val start: Long, val nanoseconds: Long)
