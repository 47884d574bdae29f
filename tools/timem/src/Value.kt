package timemory.timem

import timemory.counters.PerfEvent

/**
 * One line of a report.
 *
 * @property key its name in JSON; of several values with one [label] each has its own
 * @property number in [unit]; NaN if unknown, because of [reason]
 * @property isWhole whether it is a count
 */
internal class Value(
    val key: String,
    val label: String,
    val unit: String,
    val number: Double,
    val isWhole: Boolean = false,
    val reason: String? = null,
)

/** Returns the values of [run], in timemory's order. */
internal fun valuesOf(run: Run, options: Options): List<Value> = ArrayList<Value>().apply {
    addTimes(run.wall, run.usage)
    addMemory(this, run, options)
    addCounts(run.usage)
    addInputOutput(run.inputOutput, run.wall)
    run.counts.forEach { add(valueOf(it)) }
    run.network?.let { addNetwork(it, run.wall) }
}

/** Returns the values of one [process] of the tree. */
internal fun valuesOf(process: Process): List<Value> = ArrayList<Value>().apply {
    val memory = process.memory
    addTimes(process.wall, process.usage)
    add(megabytes("peak_rss", memory?.peakResident ?: -1L, KILLED))
    add(megabytes("page_rss", memory?.resident ?: -1L, KILLED))
    add(megabytes("virtual_memory", memory?.virtual ?: -1L, KILLED))
    addCounts(process.usage)
    addInputOutput(process.inputOutput, process.wall)
}

private const val KILLED = "it was not held at its exit"

private fun MutableList<Value>.addTimes(wall: Long, usage: Usage) {
    val cpu = usage.user + usage.system
    add(Value("wall", "wall", "sec", wall / 1e9))
    add(Value("user", "user", "sec", usage.user / 1e9))
    add(Value("sys", "sys", "sec", usage.system / 1e9))
    add(Value("cpu", "cpu", "sec", cpu / 1e9))
    add(Value("cpu_util", "cpu_util", "%", if (wall > 0L) 100.0 * cpu / wall else Double.NaN))
}

private fun addMemory(to: MutableList<Value>, run: Run, options: Options) {
    to.add(megabytes("peak_rss", maxOf(run.usage.peakResident, run.memory?.peakResident ?: 0L), null))
    // If no samples were requested, a note that there are none is unnecessary.
    if (!options.sample && !options.individual) return
    val reason = run.withheld?.let { "$it; it ended before the first sample" } ?: KILLED
    to.add(megabytes("page_rss", run.resident, reason))
    to.add(megabytes("virtual_memory", run.virtual, reason))
}

private fun MutableList<Value>.addCounts(usage: Usage) {
    add(count("major_page_flts", usage.majorFaults))
    add(count("minor_page_flts", usage.minorFaults))
    add(count("prio_cxt_swch", usage.involuntarySwitches))
    add(count("vol_cxt_swch", usage.voluntarySwitches))
}

private fun MutableList<Value>.addInputOutput(io: InputOutput?, wall: Long) {
    addWithRate("char_read", io?.charsRead ?: -1L, wall)
    addWithRate("bytes_read", io?.bytesRead ?: -1L, wall)
    addWithRate("char_written", io?.charsWritten ?: -1L, wall)
    addWithRate("bytes_written", io?.bytesWritten ?: -1L, wall)
}

private fun MutableList<Value>.addWithRate(label: String, bytes: Long, wall: Long) {
    val reason = "only root may read /proc/PID/io of a process that has ended"
    add(megabytes(label, bytes, reason))
    add(
        Value(
            "${label}_rate", label, "MB/sec", if (bytes >= 0 && wall > 0) bytes * 1e3 / wall else Double.NaN,
            reason = reason.takeIf { bytes < 0 },
        ),
    )
}

private fun MutableList<Value>.addNetwork(network: Network, wall: Long) {
    addWithRate("network_received", network.bytesReceived, wall)
    add(count("network_packets_received", network.packetsReceived))
    addWithRate("network_sent", network.bytesSent, wall)
    add(count("network_packets_sent", network.packetsSent))
}

/** `cpu-clock` and `task-clock`, which count nanoseconds. */
private val CLOCKS = 0L..1L

private fun valueOf(count: Count): Value {
    val event = count.event
    val label = if (count.userOnly && !event.excludesKernel) "${event.name}:u" else event.name
    val note =
        if (count.share < 1.0 && count.value != null) "extrapolated from ${(100 * count.share).toInt()} % of the time" else count.reason
    val value = count.value ?: Double.NaN
    return if (event.type == PerfEvent.SOFTWARE && event.config in CLOCKS) Value(label, label, "sec", value / 1e9, reason = note)
    else Value(label, label, "", value, isWhole = true, reason = note)
}

/** Negative [bytes] are unknown. Megabytes are decimal, like timemory's. */
private fun megabytes(label: String, bytes: Long, reason: String?) =
    Value(label, label, "MB", if (bytes < 0) Double.NaN else bytes / 1e6, reason = reason.takeIf { bytes < 0 })

private fun count(label: String, count: Long) = Value(label, label, "", count.toDouble(), isWhole = true)
