package timemory.counters

import timemory.Quantity
import timemory.internal.platform.Ffi

/*
 * Event counters.
 *
 * Each thread opens a set of counters for a list of events on first use, and the set counts from then on. A lap is the difference of two
 * readings, so laps can nest and no lap has to start or stop anything. Two kinds of counters share the same interface: the kernel's
 * (`PerfCounters`) and PAPI's (`PapiCounters`); tests add a third.
 */

/**
 * A set of events that are being counted.
 *
 * ### Thread-safety
 * Use it on the thread that opened it, or under a lock. Close it once it is no longer used.
 */
internal interface CounterSet : AutoCloseable {
    /**
     * Reads all `n` events: stores the count of event `i` at index `i`, how many nanoseconds it was enabled at `n + i`, and how many of
     * them it was running at `2n + i`. The last two differ if events are multiplexed.
     */
    fun read(into: LongArray)

    /** A caveat for readers of the counts, as a sentence; `null` for nothing. */
    val note: String? get() = null

    /** Releases the system resources. The set must not be read afterwards. */
    override fun close()
}

/** A source of event counters. */
internal interface CounterKind {
    /** Why nothing can be counted here; `null` if it can. */
    val unavailable: String? get() = Ffi.unavailable

    /** The word for an event in messages. */
    val event: String get() = "event"

    /** Tells users how to list the available events; meant to be appended to a sentence. */
    val hint: String get() = "`timemory avail -H` lists what can be counted"

    /** Opens counters of [events] for the calling thread. Throws an exception that gives the reason if they are unavailable. */
    fun open(events: List<String>): CounterSet
}

/** Returns the quantity of [event]: clocks count nanoseconds, all others occurrences. */
internal fun quantityOfEvent(event: String): Quantity =
    if (CLOCKS.any { event.substringAfterLast("::").substringBefore(':').equals(it, ignoreCase = true) }) Quantity.TIME else Quantity.COUNT

private val CLOCKS = listOf("task-clock", "cpu-clock")

/**
 * Returns how often event [index] of [count] occurred between two readings. If it was multiplexed, the count is extrapolated from the time
 * in which it was running.
 *
 * Throws an exception if it was not running at all: then the count is unknown, which is not 0.
 */
internal fun happened(begin: LongArray, end: LongArray, index: Int, count: Int, name: (Int) -> String): Long {
    val counted = end[index] - begin[index]
    val wanted = end[count + index] - begin[count + index]
    val running = end[2 * count + index] - begin[2 * count + index]
    if (running == wanted) return counted
    if (running <= 0L) {
        throw UnsupportedOperationException("${name(index)} was not counted: other events used the processor's counters the whole time")
    }
    return (counted.toDouble() * wanted / running + 0.5).toLong()
}
