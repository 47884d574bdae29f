package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Finds for each record of CUPTI the region that began what it tells of.
 *
 * When a thread calls CUDA, CUPTI writes a record that has the number of the call (the correlation) and the number that the thread has said
 * it is at (the external one, an [ActivitySpan]'s); the records of what the GPU does later have the correlation alone. They come in
 * buffers, on threads of CUPTI's, in any order: what comes before its correlation waits for it. What has none in the end was begun outside
 * of any region that measures.
 *
 * Every activity counts for the region that began it and for those that were open around that on the same thread, as their times include
 * it. Records that come after their lap was recorded, or of which there is no room to wait, are counted.
 *
 * ### Thread-safety
 * All under one lock, under which nothing waits for others.
 */
internal class ActivityRecords {
    private class Record(val name: String, val isOnDevice: Boolean, val nanoseconds: Long, val flush: Int)

    private val lock = Lock()
    private val spans = HashMap<Long, ActivitySpan>()

    /** By the numbers of calls: those told of since the last flush began, and those before, which what is still under way can need. */
    private var spanOf = HashMap<Int, ActivitySpan>()
    private var earlierSpanOf = HashMap<Int, ActivitySpan>()

    /** Calls of which it was told after their laps had been recorded. */
    private val recorded = HashSet<Int>()
    private val early = HashMap<Int, MutableList<Record>>()
    private var earlyCount = 0

    /** How many flushes have begun. */
    private var flush = 0
    private val ended = ArrayList<ActivityLap>()

    private var late = Sum()
    private var outside = Sum()
    private var overLimit = Sum()

    /** Records without times: CUPTI had to give them before their activity was over. */
    var incomplete = 0L
        private set

    /** How many of something there were, and how long they took. */
    class Sum(val count: Long = 0L, val nanoseconds: Long = 0L) {
        operator fun plus(nanoseconds: Long) = Sum(count + 1L, this.nanoseconds + nanoseconds)
    }

    /** What could not be given to any lap since [forget]. */
    class Lost(val late: Sum, val outside: Sum, val overLimit: Sum, val incomplete: Long)

    fun open(span: ActivitySpan) = lock.hold { spans[span.id] = span }

    /** [lap] has ended; tells how many have, and wait. */
    fun end(lap: ActivityLap): Int = lock.hold {
        ended.add(lap)
        maxOf(ended.size, spanOf.size / CALLS_OF_A_LAP, earlyCount / EARLY_OF_A_LAP)
    }

    /** The call with number [correlation] was made in span [id]. */
    fun correlate(correlation: Int, id: Long) = lock.hold {
        val span = spans[id]
        if (span == null) recorded.add(correlation) else spanOf[correlation] = span
        val waiting = early.remove(correlation) ?: return@hold
        earlyCount -= waiting.size
        for (record in waiting) if (span == null) late += record.nanoseconds else give(record, span)
    }

    /** An activity begun by the call with number [correlation], from [start] to [end]. */
    fun add(correlation: Int, name: String, isOnDevice: Boolean, start: Long, end: Long) = lock.hold {
        if (start == 0L || end < start) {
            incomplete++
            return@hold
        }
        val record = Record(name, isOnDevice, end - start, flush)
        val span = spanOf[correlation] ?: earlierSpanOf[correlation]
        when {
            span != null -> give(record, span)
            correlation in recorded -> late += record.nanoseconds
            earlyCount == MAX_EARLY -> overLimit += record.nanoseconds
            else -> {
                early.getOrPut(correlation) { ArrayList(1) }.add(record)
                earlyCount++
            }
        }
    }

    private fun give(record: Record, span: ActivitySpan) {
        if (span.lap.whole) late += record.nanoseconds else span.lap.addPart(record.name, record.nanoseconds)
        if (!record.isOnDevice) return
        var around: ActivitySpan? = span
        while (around != null) {
            if (!around.lap.whole) around.lap.add(record.nanoseconds)
            around = around.outer
        }
    }

    /** Whether a flush would have anything to settle: laps that have ended, or records that wait for their calls. */
    val isWorthFlushing: Boolean get() = lock.hold { ended.isNotEmpty() || earlyCount > 0 }

    /**
     * A flush begins: the laps that have ended, to be said to be [whole] once the GPU has done what they began, and all records of it were
     * given.
     */
    fun beginFlush(): List<ActivityLap> = lock.hold {
        earlierSpanOf = spanOf
        spanOf = HashMap()
        recorded.clear()
        flush++
        ended.toList()
    }

    /** All records about [laps] have come, or where there is a [failure], never will. */
    fun whole(laps: List<ActivityLap>, failure: String? = null) = lock.hold {
        laps.forEach {
            it.failure = failure
            it.whole = true
        }
        ended.removeAll(laps.toSet())
        spans.values.removeAll { it.lap.whole }
        dropEarly { it.flush < flush }
    }

    /**
     * Records that [isOver] for: nothing has told of their calls, and nothing will. So they were begun outside of all regions. Those that
     * came before a flush began are such when it is complete; kept any longer, they would take the room of those that regions wait for.
     */
    private inline fun dropEarly(isOver: (Record) -> Boolean) {
        val lists = early.values.iterator()
        while (lists.hasNext()) {
            val waiting = lists.next()
            val before = waiting.size
            val records = waiting.iterator()
            while (records.hasNext()) {
                val record = records.next()
                if (!isOver(record)) continue
                if (record.isOnDevice) outside += record.nanoseconds
                records.remove()
            }
            earlyCount -= before - waiting.size
            if (waiting.isEmpty()) lists.remove()
        }
    }

    /** No more records come: those that wait belong to no region. */
    fun forget(): Lost = lock.hold {
        dropEarly { true }
        spans.clear()
        spanOf.clear()
        earlierSpanOf.clear()
        recorded.clear()
        ended.clear()
        val lost = Lost(late, outside, overLimit, incomplete)
        late = Sum()
        outside = Sum()
        overLimit = Sum()
        incomplete = 0L
        lost
    }

    private companion object {
        /** About a hundred bytes each. */
        const val MAX_EARLY = 1_000_000

        /** As many calls take about as much memory as a lap. */
        const val CALLS_OF_A_LAP = 8

        /** A flush while there is still room for as many again. */
        const val EARLY_OF_A_LAP = 10
    }
}
