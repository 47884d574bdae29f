package timemory.internal.lean

/**
 * A hash table with open addressing, whose lookups allocate nothing. Elements are only ever added, or all removed.
 *
 * The hashes are stored next to the elements: in a table of hundreds of thousands, accessing a wrong element is what takes the time,
 * because it is not in any cache.
 */
internal class OpenTable<T : Any> {
    private var slots = arrayOfNulls<Any>(32)
    private var hashes = IntArray(32)
    private var size = 0

    /** Returns the element with [hash] for which [isMeant] is true. */
    inline fun find(hash: Int, isMeant: (T) -> Boolean): T? {
        var slot = first(hash)
        while (true) {
            val element = at(slot) ?: return null
            if (hashAt(slot) == hash && isMeant(element)) return element
            slot = next(slot)
        }
    }

    /** Adds [element] with its [hash]. */
    fun add(element: T, hash: Int) {
        if (2 * (size + 1) > slots.size) grow()
        insert(element, hash)
        size++
    }

    /** The number of elements. */
    val count: Int get() = size

    /** Calls [action] for each element, in no particular order. */
    inline fun forEach(action: (T) -> Unit) {
        for (slot in 0 until capacity) at(slot)?.let(action)
    }

    val capacity: Int get() = slots.size

    fun clear() {
        slots = arrayOfNulls(32)
        hashes = IntArray(32)
        size = 0
    }

    private fun grow() {
        val old = slots
        val oldHashes = hashes
        // Both or neither: allocating the second may fail.
        val longer = arrayOfNulls<Any>(2 * old.size)
        hashes = IntArray(2 * old.size)
        slots = longer
        for (i in old.indices) old[i]?.let { insert(it, oldHashes[i]) }
    }

    private fun insert(element: Any, hash: Int) {
        var slot = first(hash)
        while (slots[slot] != null) slot = next(slot)
        slots[slot] = element
        hashes[slot] = hash
    }

    /** Where the search for [hash] starts: hashes that differ in a few bits are spread over the whole table. */
    fun first(hash: Int): Int {
        val wide = hash * -0x61c88647
        return (wide ushr 16) xor wide and slots.size - 1
    }

    fun hashAt(slot: Int): Int = hashes[slot]

    fun next(slot: Int): Int = slot + 1 and slots.size - 1

    @Suppress("UNCHECKED_CAST") // nothing else is in it
    fun at(slot: Int): T? = slots[slot] as T?
}
