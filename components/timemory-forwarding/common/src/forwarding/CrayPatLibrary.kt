package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory

/**
 * The CrayPAT control functions, available if the program was instrumented by `pat_build` or run by `pat_run`. They return 1 on success.
 */
internal object CrayPatLibrary : ToolLibrary(
    "CrayPAT", listOf("PAT_record", "PAT_region_begin", "PAT_region_end", "PAT_counters", "PAT_heap_stats", "PAT_flush_buffer"),
    emptyList(), isLoadedByName = false,
    "CrayPAT is not in this process: load the module perftools, and start the program with `pat_run program` or instrument it with " +
        "`pat_build -w program`",
) {
    /** CrayPAT records on each thread while the thread has a region open. */
    val recording = ThreadRanges(isOrdered = false, isOnce = true) { null }

    /** CrayPAT's regions are nested on each thread. */
    val regions = ThreadRanges(isOrdered = true, isOnce = true) { null }

    private val recordFunction by lazy { function("PAT_record") }
    private val regionBegin by lazy { function("PAT_region_begin") }
    private val regionEnd by lazy { function("PAT_region_end") }

    fun record(isOn: Boolean): Unit = check("PAT_record", recordFunction.call(if (isOn) 1L else 0L))

    /** Stops recording and ignores errors of CrayPAT. */
    fun stopRecording() {
        recordFunction.call(0L)
    }

    private val numbering = Lock()
    private val numbers = HashMap<Long, Long>()

    /** Returns the number of a label: CrayPAT identifies regions by positive numbers. */
    private fun numberOf(label: Long): Long = numbering.hold { numbers.getOrPut(label) { numbers.size + 1L } }

    fun beginRegion(label: Long): Unit = check("PAT_region_begin", regionBegin.call(numberOf(label), label))

    fun endRegion(label: Long): Unit = check("PAT_region_end", regionEnd.call(numberOf(label)))

    fun heapStatistics(): Unit = check("PAT_heap_stats", function("PAT_heap_stats").call())

    /** Makes CrayPAT write what it recorded, and returns how many bytes that was. */
    fun flush(): Long = Ffi.withMemory(8L) { into ->
        check("PAT_flush_buffer", function("PAT_flush_buffer").call(into))
        Ffi.longAt(into)
    }

    private fun check(function: String, status: Long) {
        check(status.toInt() == 1) { "CrayPAT's $function failed" }
    }

    @Volatile
    private var counterNames: List<String>? = null

    /** Returns the names of the active counters of all categories; empty if CrayPAT is unavailable. */
    fun counters(): List<String> {
        counterNames?.let { return it }
        if (unavailable() != null) return emptyList()
        return CATEGORIES.flatMap { category -> read(category) { name, _ -> name } }.also { counterNames = it }
    }

    /** Returns their current values on the calling thread, in the order of [counters]. */
    fun values(): LongArray {
        val values = CATEGORIES.flatMap { category -> read(category) { _, value -> value } }
        return LongArray(counters().size) { values.getOrElse(it) { 0L } }
    }

    /** Calls `PAT_counters(category, names, values, int* count)`, which fills two arrays of the caller's. A category may be empty. */
    private fun <R> read(category: Long, take: (String, Long) -> R): List<R> = Ffi.withMemory(8L + MAX_COUNTERS * 16L) { memory ->
        val names = memory + 8L
        val values = names + MAX_COUNTERS * 8L
        Ffi.putInt(memory, MAX_COUNTERS)
        if (function("PAT_counters").call(category, names, values, memory).toInt() != 1) return emptyList()
        List(Ffi.intAt(memory).coerceIn(0, MAX_COUNTERS)) { i ->
            take(Ffi.textAt(Ffi.longAt(names + i * 8L)), Ffi.longAt(values + i * 8L))
        }
    }

    /** Processor, network, accelerators, RAPL, power management, and uncore. */
    private val CATEGORIES = listOf(0L, 1L, 2L, 4L, 5L, 6L)
    private const val MAX_COUNTERS = 256
}
