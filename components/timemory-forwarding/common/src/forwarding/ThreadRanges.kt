package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.PerThread

/**
 * Tracks each thread's open ranges for a tool that requires ranges to be per thread.
 *
 * Regions of timemory may end in any order, and on another thread than they started on. Such a tool requires ranges to be nested
 * ([isOrdered]), or a range of one name to be open only once per thread ([isOnce]), and always that a thread ends what it started. So:
 *
 * - *ordered*: to end a range with later ones still open, those are ended first and restarted afterwards. The tool counts them again, but
 *   its times are right.
 * - *once*: a range whose label is already open on the thread is remembered and not forwarded; the first lasts until the last of them ends.
 * - A range that another thread ends is marked, and ended by its own thread when that next starts or ends a range.
 *
 * @property threadBegins called on each thread before its first range; returns why the tool cannot track this thread, `null` if it can
 */
internal class ThreadRanges(val isOrdered: Boolean, val isOnce: Boolean, private val threadBegins: () -> String?) {
    private val threads = PerThread<OpenRanges>()

    /** The ranges of the calling thread; `null` if it never had one. */
    val known: OpenRanges? get() = threads.get()

    fun ofThread(): OpenRanges = threads.get() ?: OpenRanges(this, threadBegins()).also(threads::set)
}

/** A range: how it starts and ends in the tool, and the text shared by ranges with the same label. */
internal abstract class OpenRange(val label: Long) {
    /** The component whose lap it is; `null` if there is none. */
    open val marker: ThreadMarker? get() = null

    /** The range that it is part of, and ends with; `null` if there is none. */
    open val whole: OpenRange? get() = null

    /** Whether an outer range with the same label represents it in the tool. */
    var isInner: Boolean = false

    /** Whether it is over, and waits for its thread to end it. */
    @Volatile
    var isAbandoned: Boolean = false

    abstract fun begin()

    abstract fun end()
}

/** The ranges of one thread, used by that thread only. */
internal class OpenRanges(private val rules: ThreadRanges, val refusal: String?) {
    private val open = ArrayList<OpenRange>()

    fun begin(range: OpenRange) {
        endAbandoned()
        range.isInner = rules.isOnce && open.any { it.label == range.label }
        if (!range.isInner) range.begin()
        open.add(range)
    }

    fun end(range: OpenRange) {
        while (true) end(open.lastOrNull { it.whole === range } ?: break)
        val at = open.indexOfLast { it === range }
        if (at < 0) return
        when {
            range.isInner -> open.removeAt(at)
            passOn(range, at) -> {}
            rules.isOrdered -> endBelowOthers(at)
            else -> open.removeAt(at).end()
        }
        endAbandoned()
    }

    /** Replaces [range] by an inner range with the same label, if there is one: nothing changes for the tool. */
    private fun passOn(range: OpenRange, at: Int): Boolean {
        val heir = open.firstOrNull { it.isInner && it.label == range.label } ?: return false
        heir.isInner = false
        open.remove(heir)
        open[at] = heir
        return true
    }

    private fun endBelowOthers(at: Int) {
        val ended = open.removeAt(at)
        val above = open.drop(at).filterNot { it.isInner }
        for (other in above.asReversed()) other.end()
        ended.end()
        for (other in above) other.begin()
    }

    /** Ends ranges that other threads have closed, as far as the order allows. */
    private fun endAbandoned() {
        while (true) {
            val last = open.lastOrNull() ?: return
            if (!last.isAbandoned) return
            last.isAbandoned = false
            end(last)
        }
    }

    /** Returns the range that started last and satisfies [isWanted]; `null` if there is none. */
    fun innermost(isWanted: (OpenRange) -> Boolean): OpenRange? = open.lastOrNull(isWanted)
}
