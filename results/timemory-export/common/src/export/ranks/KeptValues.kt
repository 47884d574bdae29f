package timemory.export.ranks

/**
 * The values of each process at a node, if they are kept: ranks in ascending order, and [width] numbers for each.
 *
 * ### Thread-safety
 * Not thread-safe: modify it from one thread at a time.
 */
internal class KeptValues(val width: Int) {
    private var ranks = IntArray(1)
    private var numbers = DoubleArray(width)
    var size: Int = 0
        private set

    fun rank(index: Int): Int = ranks[index]

    fun number(index: Int, element: Int): Double = numbers[index * width + element]

    fun ranks(): IntArray = ranks.copyOf(size)

    fun values(element: Int): DoubleArray = DoubleArray(size) { number(it, element) }

    fun clear() {
        size = 0
    }

    /** Adds [rank], which must be above all others so far, and returns the index for [set]. */
    fun add(rank: Int): Int {
        if (size == ranks.size) {
            ranks = ranks.copyOf(2 * size)
            numbers = numbers.copyOf(2 * size * width)
        }
        ranks[size] = rank
        return size++
    }

    fun set(index: Int, element: Int, number: Double) {
        numbers[index * width + element] = number
    }

    private fun addFrom(other: KeptValues, index: Int) {
        val at = add(other.ranks[index])
        for (i in 0 until width) numbers[at * width + i] = other.numbers[index * width + i]
    }

    /** Replaces each rank by [change] of it, which must keep the order. */
    fun changeRanks(change: (Int) -> Int) {
        for (i in 0 until size) ranks[i] = change(ranks[i])
    }

    /**
     * Adds the values in [other]. If both have values of the same rank, all are dropped: they come from two processes that can no longer be
     * told apart.
     */
    fun addAll(other: KeptValues) {
        if (other.size == 0) return
        if (size == 0 || ranks[size - 1] < other.ranks[0]) {
            for (i in 0 until other.size) addFrom(other, i)
            return
        }
        val own = copy()
        clear()
        var a = 0
        var b = 0
        while (a < own.size || b < other.size) {
            if (a < own.size && b < other.size && own.ranks[a] == other.ranks[b]) return clear()
            if (b == other.size || a < own.size && own.ranks[a] < other.ranks[b]) addFrom(own, a++) else addFrom(other, b++)
        }
    }

    fun copy(): KeptValues {
        val copy = KeptValues(width)
        for (i in 0 until size) copy.addFrom(this, i)
        return copy
    }
}
