package timemory.export.internal

import kotlin.math.roundToLong
import timemory.internal.callgraph.Slice
import timemory.results.CallGraphNode

/**
 * Lays out a call graph along a time axis, for formats that are made of slices.
 *
 * Timeline laps keep their times if the component records time. Everything else is a sum over laps, of which only the length is meaningful:
 * it starts where its parent starts, after the previously placed siblings.
 *
 * A slice is as long as its region's value, and lies within its caller's slice, as those formats require. Work that ran concurrently with
 * that region is not part of its value and does not fit there: it is placed separately, on the track of its own thread, after the existing
 * slices. The same applies to regions that do not fit for another reason: if child regions took longer together than their parent, for
 * example because one was closed after it, those that do not fit. Only rounding errors are cut off.
 *
 * Slices of one track are emitted in time order; enclosing slices always come first.
 */
internal class TraceLayout(private val series: Series) {
    /**
     * A node, laid out.
     *
     * @property number the index of the slice
     * @property below the index of the parent's slice; -1 for an outermost node
     * @property isApart whether it is not within the parent's slice, although there is one
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

    /** A slice whose children are being laid out; the next one starts at [next]. */
    private class Open(val slice: Slice, var next: Long = slice.start, var child: Int = 0)

    /** A node that does not fit inside another, and starts at [earliest]. */
    private class Waiting(val node: CallGraphNode, val below: Int, val earliest: Long)

    private val trackEnds = HashMap<Int, Long>()
    private val waiting = FirstOut<Waiting> { it.earliest }
    private var count = 0

    /** Whether any slices were placed separately, so that slices are not in call graph order. */
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

    /** Returns the slice of [node] within [around]; `null` if it does not fit there and has to wait. */
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

    /** Returns when the lap started; 0 for a sum over laps, which can be placed anywhere. */
    private fun beginOf(node: CallGraphNode): Long = if (series.isTime) maxOf(0L, node.start) else 0L

    private fun widthOf(node: CallGraphNode): Long {
        val value = series.inclusive(node)
        return if (value > 0.0) value.roundToLong() else 0L
    }

    private companion object {
        const val NONE = -1

        /** The fraction of a value that is attributed to rounding, because numbers in files are rounded to their units. */
        const val ROUNDING = 1e-3
    }
}

/** A priority queue that removes the element with the smallest [key] first, and equal ones in insertion order. */
private class FirstOut<T>(private val key: (T) -> Long) {
    private class Entry<T>(val element: T, val key: Long, val turn: Long) {
        fun isBefore(other: Entry<T>) = if (key == other.key) turn < other.turn else key < other.key
    }

    /** A binary heap: each entry precedes those at twice its index plus 1 and plus 2. */
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

    /** Removes and returns the first element; `null` if the queue is empty. */
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
