package timemory.counters

import timemory.Quantity
import timemory.internal.platform.Ffi

/*
 * Counters of events.
 *
 * A list of events is counted by a set of counters that each thread opens for itself when it is first asked, and that counts from then on:
 * a lap is the difference of two readings, so that laps may lie in each other and no lap has to start or stop anything. Two kinds of
 * counters are behind the same interface, those of the kernel (`PerfCounters`) and those of PAPI (`PapiCounters`); tests have a third.
 */

/**
 * Events that are being counted.
 *
 * ### Thread-safety
 * Used by the thread it was opened on, or under a lock; closed by whoever knows that it is used no more.
 */
internal interface CounterSet : AutoCloseable {
    /**
     * Reads all events, of which there are `n`: how often event `i` has happened goes to index `i`, for how many nanoseconds it was to be
     * counted to `n + i`, and for how many of them it was to `2n + i`. The last two differ where events take turns at a counter.
     */
    fun read(into: LongArray)

    /** What whoever reads the counts should know of them, as a sentence; `null` for nothing. */
    val note: String? get() = null

    /** Gives back what the system lent. Reading is an error afterwards. */
    override fun close()
}

/** What counts events by their names. */
internal interface CounterKind {
    /** Why nothing can be counted by it here, `null` where it can. */
    val unavailable: String? get() = Ffi.unavailable

    /** What an event is called in messages. */
    val event: String get() = "event"

    /** How users learn what can be counted, to put behind a sentence. */
    val hint: String get() = "`timemory avail -H` lists what can be counted"

    /** Opens counters of [events] for the calling thread. Throws an exception whose message says why they are unavailable. */
    fun open(events: List<String>): CounterSet
}

/** Clocks count nanoseconds, all others how often something happened. */
internal fun quantityOfEvent(event: String): Quantity =
    if (CLOCKS.any { event.substringAfterLast("::").substringBefore(':').equals(it, ignoreCase = true) }) Quantity.TIME else Quantity.COUNT

private val CLOCKS = listOf("task-clock", "cpu-clock")

/**
 * How often event [index] of [count] happened between two readings. Where it was counted for a part of the time only, because others had
 * the counter for the rest, that is an estimate: as if it had happened as often in the rest.
 *
 * Throws an exception where it was not counted at all: nothing is known then, which is not 0.
 */
internal fun happened(begin: LongArray, end: LongArray, index: Int, count: Int, name: (Int) -> String): Long {
    val counted = end[index] - begin[index]
    val wanted = end[count + index] - begin[count + index]
    val running = end[2 * count + index] - begin[2 * count + index]
    if (running == wanted) return counted
    if (running <= 0L) {
        throw UnsupportedOperationException("${name(index)} was not counted: other events had the processor's counters all the time")
    }
    return (counted.toDouble() * wanted / running + 0.5).toLong()
}
