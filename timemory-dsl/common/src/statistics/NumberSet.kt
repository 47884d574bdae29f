package timemory.statistics

import timemory.internal.lean.*

/**
 * A set of non-negative numbers: most sets have one below 64, those of nodes that many virtual threads reached have thousands, and files
 * may contain any. So each word holds 64 numbers, and only non-empty words are stored.
 *
 * Not thread-safe.
 */
internal class NumberSet {
    private var low = 0L

    /** Which 64 numbers each of [words] represents, ascending. */
    private var blocks: IntArray? = null
    private var words: LongArray? = null
    private var count = 0

    fun add(number: Int) = add(number / 64, 1L shl number % 64)

    fun addAll(other: NumberSet) {
        low = low or other.low
        for (i in 0 until other.count) add(other.blocks!![i], other.words!![i])
    }

    private fun add(block: Int, bits: Long) {
        if (block == 0) {
            low = low or bits
            return
        }
        val at = indexOf(block)
        if (at >= 0) {
            val words = words!!
            words[at] = words[at] or bits
        } else {
            insert(-at - 1, block, bits)
        }
    }

    /** Returns the index of [block], or its insertion point as a negative number. */
    private fun indexOf(block: Int): Int {
        val blocks = blocks ?: return -1
        // It is usually the last, because thread numbers increase.
        if (blocks[count - 1] < block) return -count - 1
        var from = 0
        var to = count - 1
        while (from <= to) {
            val middle = (from + to) / 2
            if (blocks[middle] == block) return middle
            if (blocks[middle] < block) from = middle + 1 else to = middle - 1
        }
        return -from - 1
    }

    private fun insert(at: Int, block: Int, bits: Long) {
        if (count == (blocks?.size ?: 0)) {
            blocks = blocks?.copyOf(2 * count) ?: IntArray(2)
            words = words?.copyOf(2 * count) ?: LongArray(2)
        }
        val blocks = blocks!!
        val words = words!!
        blocks.copyInto(blocks, at + 1, at, count)
        words.copyInto(words, at + 1, at, count)
        blocks[at] = block
        words[at] = bits
        count++
    }

    fun isSameAs(other: NumberSet): Boolean {
        if (low != other.low || count != other.count) return false
        for (i in 0 until count) if (blocks!![i] != other.blocks!![i] || words!![i] != other.words!![i]) return false
        return true
    }

    fun toList(): List<Int> {
        val numbers = ArrayList<Int>()
        numbers.addNumbers(low, 0)
        for (i in 0 until count) numbers.addNumbers(words!![i], 64 * blocks!![i])
        return numbers
    }

    private fun MutableList<Int>.addNumbers(word: Long, first: Int) {
        var rest = word
        while (rest != 0L) {
            add(first + rest.countTrailingZeroBits())
            rest = rest and rest - 1
        }
    }
}
