package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.SystemCall

/**
 * The kernel's counters, opened by `perf_event_open(2)` for the calling thread, without any library.
 *
 * Events are opened as one group if possible: one reading fetches all of them, and they are counted at the same time. If the processor has
 * too few counters, the remaining events start another group; the kernel then multiplexes the groups, and reports how long each was
 * running.
 */
internal object PerfCounters : CounterKind {
    override fun open(events: List<String>): CounterSet {
        Ffi.unavailable?.let { throw UnsupportedOperationException(it) }
        val attributes = events.map(PerfEvent::of)
        return OpenCounters.open { PerfSet(openGroups(attributes, pid = 0)) }
    }

    /** Opens [events] for thread [pid], 0 for the calling one, in as few groups as possible. */
    fun openGroups(events: List<PerfEvent>, pid: Int): List<PerfGroup> {
        val groups = ArrayList<PerfGroup>()
        try {
            for (event in events) {
                val group = groups.lastOrNull()
                if (group == null || !group.add(event, pid)) groups.add(PerfGroup(event, pid))
            }
        } catch (failure: Throwable) {
            groups.forEach { it.close() }
            throw failure
        }
        return groups
    }
}

/** A group of events that are counted at the same time, starting with [first]. */
internal class PerfGroup(first: PerfEvent, pid: Int) {
    private val files = arrayListOf(openPerfEvent(first, pid, group = -1).also { if (it < 0) throw perfRefusal(first, -it) })
    private val pages = arrayListOf(pageOf(first, files[0]))
    private var buffer = 0L

    val size: Int get() = files.size

    private val readFile = Ffi.find(null, "read")!!

    /** Adds [event]; returns `false` if it cannot be counted together with the others. */
    fun add(event: PerfEvent, pid: Int): Boolean {
        val file = openPerfEvent(event, pid, files[0])
        if (file == -Errno.INVALID) return false
        if (file < 0) throw perfRefusal(event, -file)
        files.add(file)
        pages.add(pageOf(event, file))
        return true
    }

    private fun pageOf(event: PerfEvent, file: Int): UserPage? = if (event.isHardware) UserPage.of(file) else null

    /** Reads the events into positions from [first] on of [count] events, as in [CounterSet.read]. */
    fun read(into: LongArray, first: Int, count: Int) {
        if (!readByPages(into, first, count)) readByKernel(into, first, count)
    }

    /** Reads without a system call, which works if all events are running and none was multiplexed. */
    private fun readByPages(into: LongArray, first: Int, count: Int): Boolean {
        for (i in 0 until size) {
            val page = pages[i] ?: return false
            if (!page.read()) return false
            into[first + i] = page.count
            into[count + first + i] = page.time
            into[2 * count + first + i] = page.time
        }
        return true
    }

    private fun readByKernel(into: LongArray, first: Int, count: Int) {
        val bytes = (HEADER + size) * 8L
        if (buffer == 0L) buffer = Ffi.allocate(bytes)
        val length = readFile.call(files[0].toLong(), buffer, bytes)
        if (length != bytes) throw UnsupportedOperationException("the kernel returned $length bytes for $size counters instead of $bytes")
        val enabled = Ffi.longAt(buffer + 8)
        val running = Ffi.longAt(buffer + 16)
        for (i in 0 until size) {
            into[first + i] = Ffi.longAt(buffer + (HEADER + i) * 8L)
            into[count + first + i] = enabled
            into[2 * count + first + i] = running
        }
    }

    fun close() {
        pages.forEach { it?.close() }
        files.forEach { Ffi.systemCall(SystemCall.CLOSE, it.toLong()) }
        files.clear()
        if (buffer != 0L) Ffi.free(buffer)
        buffer = 0L
    }

    private companion object {
        /** The number of fields before the counts: the number of counts, and the two times. */
        const val HEADER = 3
    }
}

private class PerfSet(private val groups: List<PerfGroup>) : CounterSet {
    private val count = groups.sumOf { it.size }
    private var isOpen = true

    override val note: String? = if (groups.size == 1) null else {
        "the processor does not have enough counters for all events of TIMEMORY_PERF_EVENTS: they take turns, and their counts are " +
            "estimates"
    }

    override fun read(into: LongArray) {
        check(isOpen) { "the counters were closed" }
        var first = 0
        for (i in groups.indices) {
            groups[i].read(into, first, count)
            first += groups[i].size
        }
    }

    override fun close() {
        if (isOpen) groups.forEach { it.close() }
        isOpen = false
    }
}
