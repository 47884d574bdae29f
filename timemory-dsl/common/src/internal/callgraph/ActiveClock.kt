package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.internal.platform.orderLoads
import timemory.internal.platform.orderStores

/**
 * How long threads have run a coroutine: a clock that goes while one does and stands still while the coroutine is suspended. The active
 * time of a region is how far it moved between the region's begin and end.
 *
 * One clock for all regions of a coroutine, rather than a sum of slices for each region, makes what must hold hold by itself: it never goes
 * faster than the wall clock, so no region is active for longer than it lasts; and regions that lie within another one move it no further
 * than that one does, so no exclusive value is negative.
 *
 * A slice ends when the coroutine is suspended, but this may be noticed late: after the coroutine was taken up by another thread. Such a
 * slice counts up to the begin of the next one, as a coroutine runs on one thread at a time. Hence the end of a slice only notes the
 * reading in the [SliceTime] that it alone has; whoever takes the coroutine up next adds the slice to the clock.
 *
 * ### Thread-safety
 * [resume], [pause] and [at] are called by the coroutine's own code, which the dispatch of coroutines orders; [readBy] by any thread.
 */
internal class ActiveClock {
    /** What the clock showed when [current] began. */
    private var shown = 0L

    /** The last slice, which may run. */
    private var current: SliceTime? = null

    /** All there ever were at once: two or more only where the end of one came late. */
    private var all: SliceTime? = null

    /** Odd while a slice is being added; see [ThreadGraph.version]. */
    private var changes = 0

    /** Whether a slice has begun and the coroutine's own code has not ended it. */
    val isGoing: Boolean get() = current != null

    /** A thread takes the coroutine up at [now] by the wall clock. What is returned is to be ended by that thread, or given to [pause]. */
    fun resume(now: Long): SliceTime {
        val before = at(now)
        val slice = take()
        changes++
        orderStores()
        shown = before
        slice.begin(now)
        current = slice
        orderStores()
        changes++
        return slice
    }

    /** No region is open in the coroutine any more since [now]: it need not go on. Returns the slice that ran. */
    fun pause(now: Long): SliceTime? {
        val paused = current
        val before = at(now)
        changes++
        orderStores()
        shown = before
        current = null
        orderStores()
        changes++
        return paused
    }

    /** What it shows at [now] by the wall clock. */
    fun at(now: Long): Long = shown + (current?.lengthAt(now) ?: 0L)

    /** As [at], read by any thread; `null` where the coroutine's own thread did not let it. */
    fun readBy(now: Long): Long? {
        repeat(20) {
            orderLoads()
            val before = changes
            if (before and 1 == 0) {
                val reading = at(now)
                orderLoads()
                if (changes == before) return reading
            }
        }
        return null
    }

    /** A slice that has ended, or else another one. */
    private fun take(): SliceTime {
        var slice = all
        while (slice != null) {
            if (!slice.isRunning) return slice
            slice = slice.next
        }
        return SliceTime(all).also { all = it }
    }
}

/** When a slice of a coroutine began and ended, by the wall clock. */
internal class SliceTime(val next: SliceTime?) {
    private var begin = 0L
    private var end = 0L

    /** How often it was begun: counted by the coroutine. */
    private var begun = 0

    /** How often it ended: counted by the thread that ran it, after it noted [end]. */
    @Volatile
    private var ended = 0

    var nextInFrame: SliceTime? = null

    val isRunning: Boolean get() = ended != begun

    fun begin(now: Long) {
        begin = now
        begun++
    }

    /** The thread lets go of the coroutine. */
    fun end(now: Long) {
        end = now
        ended++
    }

    /** How long it had lasted at [now]. */
    fun lengthAt(now: Long): Long = maxOf(0L, (if (isRunning) now else minOf(end, now)) - begin)
}
