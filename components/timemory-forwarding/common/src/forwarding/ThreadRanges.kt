package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.PerThread

/**
 * The ranges that each thread has open in a tool that knows them by thread.
 *
 * Regions of timemory may end in any order, and on another thread than they began. Such a tool wants the range that began last to end first
 * ([isOrdered]), or a range of one name to begin only once on a thread ([isOnce]), and always that a thread ends what it began. So:
 *
 * - *ordered*: to end a range with others begun after it, these are ended first and begun again after. The tool counts them once more, but
 *   its times are right.
 * - *once*: a range whose label is open on the thread already is remembered and not passed on; the first lasts until the last of them ends.
 * - What another thread was to end is marked, and ended by its own thread when that begins or ends its next range.
 *
 * @property threadBegins called on each thread before its first range; returns why the tool cannot be informed of this thread, `null` where
 * it can
 */
internal class ThreadRanges(val isOrdered: Boolean, val isOnce: Boolean, private val threadBegins: () -> String?) {
    private val threads = PerThread<OpenRanges>()

    /** Those of the calling thread, `null` where it never had one. */
    val known: OpenRanges? get() = threads.get()

    fun ofThread(): OpenRanges = threads.get() ?: OpenRanges(this, threadBegins()).also(threads::set)
}

/** One range: what its begin and its end are in the tool, and the text by which ranges with the same label are known. */
internal abstract class OpenRange(val label: Long) {
    /** The component whose lap it is, `null` where it is none. */
    open val marker: ThreadMarker? get() = null

    /** The range that it is a part of, and ends with; `null` where it is none. */
    open val whole: OpenRange? get() = null

    /** Whether the tool knows of it by an outer one with the same label. */
    var isInner: Boolean = false

    /** Whether it is over, and waits for its thread to end it. */
    @Volatile
    var isAbandoned: Boolean = false

    abstract fun begin()

    abstract fun end()
}

/** The ranges of one thread, used by that thread alone. */
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

    /** Has an inner range with the same label take the place of [range], if there is one: to the tool nothing happens. */
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

    /** What other threads were to end, as far as it is the turn of it. */
    private fun endAbandoned() {
        while (true) {
            val last = open.lastOrNull() ?: return
            if (!last.isAbandoned) return
            last.isAbandoned = false
            end(last)
        }
    }

    /** The range that began last and is of the kind that [isWanted] knows, `null` where there is none. */
    fun innermost(isWanted: (OpenRange) -> Boolean): OpenRange? = open.lastOrNull(isWanted)
}
