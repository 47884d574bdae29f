package timemory.export.internal

import kotlin.math.roundToLong
import timemory.internal.callgraph.Slice
import timemory.results.CallGraphNode

/**
 * Lays a call graph out along a line of time, for formats that are made of slices.
 *
 * Laps of timeline scope stand where they were, if time is what is laid out. Everything else is a sum over laps, and only its lengths are
 * true: it begins where the region around it begins, after what was laid out there before.
 *
 * A slice is as long as its region's value, and lies within the slice that it was called from, as those formats demand. What ran
 * concurrently with that region is no part of its value and has no room there: it stands apart, on the track of its own thread, after what
 * is there already. So does what cannot have been inside for another reason: where the regions inside took longer together than the one
 * around them, as one that was closed after it, those that do not fit. Only what rounding adds is cut off.
 *
 * Slices come in an order in which those of one track begin and end one after the other; those around a slice always come before it.
 */
internal class TraceLayout(private val series: Series) {
    /**
     * A node, laid out.
     *
     * @property number how many slices came before
     * @property below the number of the slice of the node above; -1 for an outermost one
     * @property isApart whether it does not lie within the slice of the node above, although there is one
     */
    class Slice(
        val node: CallGraphNode,
        val number: Int,
        val below: Int,
        val isApart: Boolean,
        val track: Int,
        val start: Long,
        val end: Long,
    )

    /** A slice that is laid out with what is inside, up to [next] so far. */
    private class Open(val slice: Slice, var next: Long = slice.start, var child: Int = 0)

    /** A node that has no room inside another, and begins at [earliest]. */
    private class Waiting(val node: CallGraphNode, val below: Int, val earliest: Long)

    private val trackEnds = HashMap<Int, Long>()
    private val waiting = FirstOut<Waiting> { it.earliest }
    private var count = 0

    /** Whether there were slices apart, so that they did not come in the order of the call graph. */
    var hasAnyApart: Boolean = false
        private set

    /** Calls [begin] and [end] for each node. */
    fun forEach(begin: (Slice) -> Unit, end: (Slice) -> Unit) {
        for (root in series.graph.roots) waiting.add(Waiting(root, NONE, beginOf(root)))
        while (true) {
            val top = waiting.removeFirst() ?: return
            val open = arrayListOf(Open(apart(top).also(begin)))
            while (open.isNotEmpty()) {
                val last = open.last()
                if (last.child == last.slice.node.children.size) {
                    end(last.slice)
                    open.removeAt(open.lastIndex)
                } else {
                    inside(last, last.slice.node.children[last.child++])?.let { open.add(Open(it.also(begin))) }
                }
            }
        }
    }

    /** The slice of [node] within that [around] it; `null` where it has no room there, and has to wait. */
    private fun inside(around: Open, node: CallGraphNode): Slice? {
        val whole = widthOf(node)
        val room = around.slice.end - around.next
        if (node.isConcurrent || whole - room > ROUNDING * whole) {
            waiting.add(Waiting(node, around.slice.number, maxOf(around.next, beginOf(node))))
            return null
        }
        val width = minOf(whole, room)
        val start = maxOf(around.next, minOf(beginOf(node), around.slice.end - width))
        around.next = start + width
        return Slice(node, count++, around.slice.number, isApart = false, around.slice.track, start, start + width)
    }

    private fun apart(waiting: Waiting): Slice {
        val track = waiting.node.threads.firstOrNull() ?: 0
        val start = maxOf(trackEnds[track] ?: 0L, waiting.earliest)
        val end = start + widthOf(waiting.node)
        trackEnds[track] = end
        hasAnyApart = hasAnyApart || waiting.below != NONE
        return Slice(waiting.node, count++, waiting.below, waiting.below != NONE, track, start, end)
    }

    /** When its lap began; 0 where it is a sum over laps, which may stand anywhere. */
    private fun beginOf(node: CallGraphNode): Long = if (series.isTime) maxOf(0L, node.start) else 0L

    private fun widthOf(node: CallGraphNode): Long {
        val value = series.inclusive(node)
        return if (value > 0.0) value.roundToLong() else 0L
    }

    private companion object {
        const val NONE = -1

        /** The part of a value that is taken for what rounding added: numbers in files have their units, and are rounded to those. */
        const val ROUNDING = 1e-3
    }
}

/** A queue of which the element with the smallest [key] is the first out; of equal ones, that which was added first. */
private class FirstOut<T>(private val key: (T) -> Long) {
    private class Entry<T>(val element: T, val key: Long, val turn: Long) {
        fun isBefore(other: Entry<T>) = if (key == other.key) turn < other.turn else key < other.key
    }

    /** A heap: each entry is before those at twice its index plus 1 and plus 2. */
    private val entries = ArrayList<Entry<T>>()
    private var turns = 0L

    fun add(element: T) {
        val entry = Entry(element, key(element), turns++)
        var at = entries.size
        entries.add(entry)
        while (at > 0 && entry.isBefore(entries[(at - 1) / 2])) {
            entries[at] = entries[(at - 1) / 2]
            at = (at - 1) / 2
        }
        entries[at] = entry
    }

    /** `null` where there is none. */
    fun removeFirst(): T? {
        val first = entries.firstOrNull() ?: return null
        val moved = entries.removeAt(entries.lastIndex)
        if (entries.isEmpty()) return first.element
        var at = 0
        while (true) {
            var child = 2 * at + 1
            if (child >= entries.size) break
            if (child + 1 < entries.size && entries[child + 1].isBefore(entries[child])) child++
            if (!entries[child].isBefore(moved)) break
            entries[at] = entries[child]
            at = child
        }
        entries[at] = moved
        return first.element
    }
}
