package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.internal.platform.orderLoads
import timemory.internal.platform.orderStores

/**
 * How long threads have run a coroutine: a clock that runs while one does and stops while the coroutine is suspended. The active time of a
 * region is the difference of its readings at the region's start and end.
 *
 * One clock for all regions of a coroutine, rather than a sum of slices for each region, guarantees the invariants: it never runs faster
 * than the wall clock, so no region is active for longer than it lasts; and regions inside another one advance it by no more than that one
 * does, so no exclusive value is negative.
 *
 * The clock runs while any slice runs, and overlapping slices count once. A second slice may start before the first has ended, and the
 * first may continue after the second: the block of a `withContext` on another dispatcher runs in its own slice, and a caller that was not
 * suspended by then continues in the slice it was in. So the start of a slice does not end another one. The end of a slice may be reported
 * late; until then its thread still counts as running the coroutine. The end only stores its reading in the slice's own [SliceTime]; the
 * next thread to resume the coroutine adds the slice to the clock.
 *
 * ### Thread-safety
 * [resume], [pause] and [at] are called by the coroutine's own code, which the dispatch of coroutines orders; [readBy] by any thread.
 */
internal class ActiveClock {
    /** The reading of the clock at [settledAt]. */
    private var shown = 0L

    /**
     * The time up to which [shown] includes all slices: the start of the last one, or [pause]. Slices running since then started no
     * earlier.
     */
    private var settledAt = 0L

    /** All slices that ever existed at once: two or more only if they overlapped. */
    private var all: SliceTime? = null

    /** Odd while a slice is being added; see [ThreadGraph.version]. */
    private var changes = 0

    /** Resumes the coroutine on a thread at [now] by the wall clock. The same thread must end the returned slice. */
    fun resume(now: Long): SliceTime {
        val slice = take()
        settle(now, slice)
        return slice
    }

    /** Called when no region is open in the coroutine since [now], and the slices of the calling thread have ended. */
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

    /** Returns a slice that has ended, or a new one. */
    private fun take(): SliceTime {
        var slice = all
        while (slice != null) {
            if (!slice.isRunning) return slice
            slice = slice.next
        }
        return SliceTime(this, all).also { all = it }
    }
}

/** When a slice of a coroutine ends, by the wall clock. */
internal class SliceTime(val clock: ActiveClock, val next: SliceTime?) {
    private var end = Long.MIN_VALUE

    /** How often it was started: counted by the coroutine. */
    private var begun = 0

    /** How often it ended: counted by the thread that ran it, after setting [end]. */
    @Volatile
    private var ended = 0

    var nextInFrame: SliceTime? = null

    val isRunning: Boolean get() = ended != begun

    fun begin() {
        begun++
    }

    /** Ends the slice when the thread suspends the coroutine. */
    fun end(now: Long) {
        end = now
        ended++
    }

    /** The time up to which it had lasted at [now]. */
    fun lastsUntil(now: Long): Long = if (isRunning) now else minOf(end, now)
}
