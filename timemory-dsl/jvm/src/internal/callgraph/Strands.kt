package timemory.internal.callgraph

import java.lang.ref.ReferenceQueue
import java.lang.ref.WeakReference
import timemory.Strand

/**
 * The strands of coroutines that share an element of the context, by the object that identifies the coroutine: compared by identity, and
 * held weakly. Looking one up allocates nothing. Thread-safe.
 */
internal class Strands {
    private class Entry(
        coroutine: Any,
        val hash: Int,
        val strand: Strand,
        gone: ReferenceQueue<Any>,
    ) : WeakReference<Any>(coroutine, gone) {
        var next: Entry? = null
    }

    private val gone = ReferenceQueue<Any>()
    private var table = arrayOfNulls<Entry>(8)
    private var size = 0

    /** Returns the strand of [coroutine], created by [make] the first time. */
    inline fun of(coroutine: Any, make: () -> Strand): Strand = find(coroutine) ?: add(coroutine, make())

    @PublishedApi
    @Synchronized
    internal fun find(coroutine: Any): Strand? {
        val hash = System.identityHashCode(coroutine)
        var entry = table[hash and table.size - 1]
        while (entry != null && !entry.refersTo(coroutine)) entry = entry.next
        return entry?.strand
    }

    @PublishedApi
    @Synchronized
    internal fun add(coroutine: Any, strand: Strand): Strand {
        find(coroutine)?.let { return it }
        removeGone()
        if (size >= table.size) grow()
        put(Entry(coroutine, System.identityHashCode(coroutine), strand, gone))
        size++
        return strand
    }

    /** Whether a coroutine that still exists has [strand]. */
    @Synchronized
    fun contains(strand: Strand): Boolean {
        for (first in table) {
            var entry = first
            while (entry != null) {
                if (entry.strand === strand) return true
                entry = entry.next
            }
        }
        return false
    }

    @Synchronized
    fun clear() {
        table = arrayOfNulls(8)
        size = 0
        while (gone.poll() != null) Unit
    }

    private fun put(entry: Entry) {
        val at = entry.hash and table.size - 1
        entry.next = table[at]
        table[at] = entry
    }

    private fun grow() {
        val old = table
        table = arrayOfNulls(2 * old.size)
        for (first in old) {
            var entry = first
            while (entry != null) {
                val next = entry.next
                put(entry)
                entry = next
            }
        }
    }

    private fun removeGone() {
        while (true) {
            val entry = gone.poll() as Entry? ?: return
            val at = entry.hash and table.size - 1
            var previous: Entry? = null
            var each = table[at]
            while (each != null && each !== entry) {
                previous = each
                each = each.next
            }
            if (each == null) continue
            if (previous == null) table[at] = entry.next else previous.next = entry.next
            size--
        }
    }
}
