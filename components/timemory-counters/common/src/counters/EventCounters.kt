package timemory.counters

import kotlin.jvm.JvmStatic
import timemory.internal.platform.Ffi
import timemory.internal.platform.SystemCall
import timemory.internal.platform.listFiles

/**
 * Counts events of another process from now on: in all its threads, and in the threads and processes that those start later (one that is
 * being started at this very moment can be missed). This is independent of regions, which measure their own threads with [PerfEvents].
 * ```
 * EventCounters.attach(pid, listOf("task-clock", "page-faults")).use { counters ->
 *     ...
 *     println(counters.read())
 * }
 * ```
 * Source: `perf_event_open(2)`, with a file descriptor for each event and each existing thread.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @property events the counted events, as named by [PerfEvents], in the order of the counts
 */
public class EventCounters private constructor(public val events: List<String>, private val files: List<List<Int>>) : AutoCloseable {
    private val readFile = Ffi.find(null, "read")!!
    private val numbers = Ffi.allocate(BYTES)
    private var isOpen = true

    /**
     * Returns how often each event has happened since [attach], also after the process has ended. Multiplexed events are extrapolated.
     *
     * @throws IllegalStateException after [close]
     * @throws UnsupportedOperationException if an event was not counted at all although the process ran
     */
    public fun read(): EventCounts {
        check(isOpen) { "the counters were closed" }
        return EventCounts(LongArray(events.size) { event -> files[event].sumOf { countOf(it, events[event]) } })
    }

    private fun countOf(file: Int, event: String): Long {
        val length = readFile.call(file.toLong(), numbers, BYTES)
        if (length != BYTES) {
            throw UnsupportedOperationException("the kernel returned $length bytes for a counter of $event instead of $BYTES")
        }
        val reading = LongArray(3) { Ffi.longAt(numbers + 8 * it) }
        return happened(LongArray(3), reading, 0, 1) { event }
    }

    /** Stops counting. */
    override fun close() {
        if (!isOpen) return
        isOpen = false
        files.forEach(::closeAll)
        Ffi.free(numbers)
    }

    public companion object {
        private const val BYTES = 24L

        /**
         * Starts counting [events] in the process [pid].
         *
         * @throws IllegalArgumentException if an event does not exist, or none is named
         * @throws UnsupportedOperationException with the reason if they cannot be counted: there is no such process, it belongs to another
         * user, ...
         */
        @JvmStatic
        public fun attach(pid: Int, events: List<String>): EventCounters {
            require(events.isNotEmpty()) { "no events are named" }
            Ffi.unavailable?.let { throw UnsupportedOperationException(it) }
            val attributes = events.map(PerfEvent::of)
            val files = List(events.size) { ArrayList<Int>() }
            try {
                // Threads that start from here on inherit the counters of the threads that start them.
                val threads = listFiles("/proc/$pid/task").mapNotNull { it.toIntOrNull() }
                if (threads.isEmpty()) throw UnsupportedOperationException("there is no process $pid")
                for (thread in threads) open(thread, attributes, files)
            } catch (failure: Throwable) {
                files.forEach(::closeAll)
                throw failure
            }
            return EventCounters(events.toList(), files)
        }

        private fun open(thread: Int, events: List<PerfEvent>, files: List<MutableList<Int>>) {
            for ((i, event) in events.withIndex()) {
                val file = openPerfEvent(event, thread, group = -1, inherits = true)
                if (file == -Errno.NO_PROCESS) return
                if (file < 0) throw perfRefusal(event, -file)
                files[i].add(file)
            }
        }

        private fun closeAll(files: List<Int>) = files.forEach { Ffi.systemCall(SystemCall.CLOSE, it.toLong()) }
    }
}
