package timemory.gpu

import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Finds the region that launched the activity of each CUPTI record.
 *
 * When a thread calls CUDA, CUPTI writes a record with the call's ID (the correlation ID) and the ID that the thread has pushed (the
 * external ID, of an [ActivitySpan]); later records of the GPU activity only have the correlation ID. They arrive in buffers, on CUPTI's
 * threads, in any order: a record that arrives before its correlation waits for it. One that never gets a correlation was launched outside
 * all measured regions.
 *
 * Every activity counts for the region that launched it and for the enclosing ones on the same thread, because their times include it.
 * Records that arrive after their lap was recorded, or for which there is no room to wait, are counted as lost.
 *
 * ### Thread-safety
 * Thread-safe: guarded by one lock, under which nothing waits for other threads.
 */
internal class ActivityRecords {
    private class Record(val name: String, val isOnDevice: Boolean, val nanoseconds: Long, val flush: Int)

    private val lock = Lock()
    private val spans = HashMap<Long, ActivitySpan>()

    /** Spans by correlation ID: those reported since the last flush started, and older ones, which work in progress may still need. */
    private var spanOf = HashMap<Int, ActivitySpan>()
    private var earlierSpanOf = HashMap<Int, ActivitySpan>()

    /** Calls that CUPTI delivered after their laps had been recorded. */
    private val recorded = HashSet<Int>()
    private val early = HashMap<Int, MutableList<Record>>()
    private var earlyCount = 0

    /** How many flushes have started. */
    private var flush = 0
    private val ended = ArrayList<ActivityLap>()

    private var late = Sum()
    private var outside = Sum()
    private var overLimit = Sum()

    /** Records without times, because CUPTI had to deliver them before their activity ended. */
    var incomplete = 0L
        private set

    /** A count and a total duration. */
    class Sum(val count: Long = 0L, val nanoseconds: Long = 0L) {
        operator fun plus(nanoseconds: Long) = Sum(count + 1L, this.nanoseconds + nanoseconds)
    }

    /** What could not be assigned to any lap since [forget]. */
    class Lost(val late: Sum, val outside: Sum, val overLimit: Sum, val incomplete: Long)

    fun open(span: ActivitySpan) = lock.hold { spans[span.id] = span }

    /** Marks [lap] as ended; returns how many ended laps are waiting. */
    fun end(lap: ActivityLap): Int = lock.hold {
        ended.add(lap)
        maxOf(ended.size, spanOf.size / CALLS_OF_A_LAP, earlyCount / EARLY_OF_A_LAP)
    }

    /** Records that the call with ID [correlation] was made in span [id]. */
    fun correlate(correlation: Int, id: Long) = lock.hold {
        val span = spans[id]
        if (span == null) recorded.add(correlation) else spanOf[correlation] = span
        val waiting = early.remove(correlation) ?: return@hold
        earlyCount -= waiting.size
        for (record in waiting) if (span == null) late += record.nanoseconds else give(record, span)
    }

    /** Adds an activity that the call with ID [correlation] launched, from [start] to [end]. */
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

    /** Whether a flush could resolve anything: ended laps, or records that wait for their calls. */
    val isWorthFlushing: Boolean get() = lock.hold { ended.isNotEmpty() || earlyCount > 0 }

    /** Starts a flush; returns the ended laps, which become [whole] once the GPU has finished their work and all records were delivered. */
    fun beginFlush(): List<ActivityLap> = lock.hold {
        earlierSpanOf = spanOf
        spanOf = HashMap()
        recorded.clear()
        flush++
        ended.toList()
    }

    /** Marks [laps] as complete, or as lost if there is a [failure]. */
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
     * Drops records without a correlation for which [isOver] says that none will come: they were launched outside all regions. That applies
     * to records from before a flush once it is complete; keeping them would take the room of records that regions wait for.
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

    /** Called when no more records will arrive: waiting records belong to no region. */
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

        /** This many calls take about as much memory as a lap. */
        const val CALLS_OF_A_LAP = 8

        /** Flushes while there is still room for as many again. */
        const val EARLY_OF_A_LAP = 10
    }
}
