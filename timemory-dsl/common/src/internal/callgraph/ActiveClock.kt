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
 * The clock runs while any slice runs, and overlapping slices count once. A second slice may start before the first has ended, and the
 * first may continue after the second: the block of a `withContext` on another dispatcher runs in its own slice, and a caller that was not
 * suspended by then continues in the slice it was in. So the start of a slice does not end any other. The end of a slice may be reported
 * late; until then its thread still counts as running the coroutine. The end only stores its reading in the slice's own [SliceTime]; the
 * next thread to resume the coroutine adds the slice to the clock.
 *
 * ### Thread-safety
 * [resume], [pause] and [at] are called by the coroutine's own code, which the dispatch of coroutines orders; [readBy] by any thread.
 */
internal class ActiveClock {
    /** What the clock showed at [settledAt]. */
    private var shown = 0L

    /** Up to when all slices are in [shown]: when the last one began, or [pause]. Those that run since then began no later. */
    private var settledAt = 0L

    /** All there ever were at once: two or more only where they overlapped. */
    private var all: SliceTime? = null

    /** Odd while a slice is being added; see [ThreadGraph.version]. */
    private var changes = 0

    /** A thread takes the coroutine up at [now] by the wall clock. What is returned is to be ended by that thread. */
    fun resume(now: Long): SliceTime {
        val slice = take()
        settle(now, slice)
        return slice
    }

    /** No region is open in the coroutine any more since [now], and the slices of the calling thread have ended. */
    fun pause(now: Long) = settle(now, null)

    private fun settle(now: Long, next: SliceTime?) {
        val reading = at(now)
        changes++
        orderStores()
        shown = reading
        settledAt = now
        next?.begin()
        orderStores()
        changes++
    }

    /** Returns the active time at [now] of the wall clock. */
    fun at(now: Long): Long {
        val from = settledAt
        var until = from
        var slice = all
        while (slice != null) {
            until = maxOf(until, slice.lastsUntil(now))
            slice = slice.next
        }
        return shown + (until - from)
    }

    /** Like [at], but for any thread; `null` if the coroutine's thread prevented it. */
    fun readBy(now: Long): Long? {
        repeat(20) {
            val before = changes
            orderLoads()
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
        return SliceTime(this, all).also { all = it }
    }
}

/** Until when a slice of a coroutine lasts, by the wall clock. */
internal class SliceTime(val clock: ActiveClock, val next: SliceTime?) {
    private var end = Long.MIN_VALUE

    /** How often it was begun: counted by the coroutine. */
    private var begun = 0

    /** How often it ended: counted by the thread that ran it, after it noted [end]. */
    @Volatile
    private var ended = 0

    var nextInFrame: SliceTime? = null

    val isRunning: Boolean get() = ended != begun

    fun begin() {
        begun++
    }

    /** The thread lets go of the coroutine. */
    fun end(now: Long) {
        end = now
        ended++
    }

    /** Until when it had lasted at [now]. */
    fun lastsUntil(now: Long): Long = if (isRunning) now else minOf(end, now)
}
