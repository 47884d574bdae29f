package timemory.statistics

import kotlin.math.abs
import kotlin.math.log2
import kotlin.math.pow
import kotlin.math.round
import timemory.internal.lean.*

/**
 * Counts non-negative numbers in buckets at most 0.1 % wide: each number below 2,048 has its own bucket, and each following power of two is
 * split into 1,024.
 *
 * There is a histogram for each node of the call graph, and a snapshot copies them all. So counts are in a flat array: 32 neighbouring
 * buckets share a block once one of them was hit, and [blocks] maps the range of blocks in use to their positions. [copy] copies the arrays
 * as they are, and percentiles take one pass without sorting.
 *
 * Not thread-safe.
 */
internal class Histogram {
    /** The block that [blocks] starts with. */
    private var firstBlock = 0

    /** For each block from [firstBlock] on, its number in [counts], counted from 1; 0 for none. */
    private var blocks = ShortArray(0)

    /** The lower halves of the counts. */
    private var counts = IntArray(0)

    /** Their upper halves, once one of them is not 0: a bucket is rarely hit four billion times. */
    private var upperHalves: IntArray? = null
    private var used = 0
    private var total = 0L

    /** Adds [value], which must not be negative. */
    fun record(value: Long) = add(bucketOf(value), 1L)

    /** Adds everything in [other]. */
    fun add(other: Histogram) = other.forEachBucket { bucket, count -> add(bucket, count) }

    /** Removes everything in [other], which must have been recorded here too. */
    fun subtract(other: Histogram) = other.forEachBucket { bucket, count -> add(bucket, -count) }

    /** Returns a copy, in as many steps as there are arrays. */
    fun copy(): Histogram {
        val copied = Histogram()
        copied.firstBlock = firstBlock
        copied.blocks = blocks.copyOf()
        copied.counts = counts.copyOf(minOf(used * BLOCK, counts.size))
        copied.upperHalves = upperHalves?.let { it.copyOf(minOf(used * BLOCK, it.size)) }
        copied.used = used
        copied.total = total
        return copied
    }

    /** Calls [action] with the largest number and the count of each bucket that was hit, in ascending order. */
    inline fun forEach(action: (value: Long, count: Long) -> Unit) =
        forEachBucket { bucket, count -> if (count > 0L) action(highestIn(bucket), count) }

    /**
     * The smallest recorded number that [percentile] percent of them do not exceed (the nearest rank); 0 for an empty histogram.
     * Percentiles are distinguished to six digits after the point.
     */
    fun valueAt(percentile: Double): Long {
        val wanted = rankOf(percentile)
        var reached = 0L
        forEachBucket { bucket, count ->
            reached += count
            if (reached >= wanted && count > 0L) return highestIn(bucket)
        }
        return 0L
    }

    /** The rank of [percentile] among all numbers, rounded up: in integers, because 55 / 100.0 * 100 is more than 55. */
    private fun rankOf(percentile: Double): Long {
        val part = round(percentile * (WHOLE / 100L)).toLong()
        val rest = total % WHOLE * part
        return total / WHOLE * part + rest / WHOLE + if (rest % WHOLE == 0L) 0L else 1L
    }

    val isEmpty: Boolean get() = total <= 0L

    private inline fun forEachBucket(action: (bucket: Int, count: Long) -> Unit) {
        for (i in blocks.indices) {
            val first = (blocks[i] - 1) * BLOCK
            if (first < 0) continue
            for (at in first until first + BLOCK) {
                val count = countAt(at)
                if (count != 0L) action((firstBlock + i) * BLOCK + at - first, count)
            }
        }
    }

    private fun countAt(at: Int): Long {
        val lower = counts[at].toLong() and 0xffff_ffffL
        val upper = upperHalves ?: return lower
        return upper[at].toLong() shl Int.SIZE_BITS or lower
    }

    private fun add(bucket: Int, count: Long) {
        val at = placeOf(bucket / BLOCK) + bucket % BLOCK
        val all = countAt(at) + count
        counts[at] = all.toInt()
        val upper = (all shr Int.SIZE_BITS).toInt()
        if (upperHalves != null || upper != 0) (upperHalves ?: IntArray(counts.size).also { upperHalves = it })[at] = upper
        total += count
    }

    /** Returns where the counts of [block] start, creating it if necessary. */
    private fun placeOf(block: Int): Int {
        val index = block - firstBlock
        if (index >= 0 && index < blocks.size) {
            val known = blocks[index].toInt()
            if (known != 0) return (known - 1) * BLOCK
        }
        return makeBlock(block)
    }

    private fun makeBlock(block: Int): Int {
        if ((used + 1) * BLOCK > counts.size) {
            // By half: most histograms stay small.
            val size = (used + maxOf(2, used / 2)) * BLOCK
            counts = counts.copyOf(size)
            upperHalves = upperHalves?.copyOf(size)
        }
        include(block)
        blocks[block - firstBlock] = (++used).toShort()
        return (used - 1) * BLOCK
    }

    /** Extends [blocks] to [block]. */
    private fun include(block: Int) {
        if (blocks.isEmpty()) {
            firstBlock = block
            blocks = ShortArray(4)
            return
        }
        val last = firstBlock + blocks.size - 1
        if (block in firstBlock..last) return
        val room = blocks.size / 4
        val first = if (block < firstBlock) maxOf(0, block - room) else firstBlock
        val end = if (block > last) block + 1 + room else last + 1
        val longer = ShortArray(end - first)
        blocks.copyInto(longer, firstBlock - first)
        blocks = longer
        firstBlock = first
    }

    companion object {
        /** The number of adjacent buckets that are counted together. */
        const val BLOCK = 32

        /** The number of buckets of one power of two, and its binary logarithm. */
        const val PARTS = 1024
        const val PARTS_LOG = 10

        /** A hundred percent, in millionths of a percent. */
        const val WHOLE = 100_000_000L

        fun shiftOf(value: Long): Int = maxOf(0, Long.SIZE_BITS - value.countLeadingZeroBits() - PARTS_LOG - 1)

        fun bucketOf(value: Long): Int {
            val shift = shiftOf(value)
            return shift * PARTS + (value ushr shift).toInt()
        }

        fun highestIn(bucket: Int): Long {
            val shift = maxOf(0, bucket / PARTS - 1)
            val part = (bucket - shift * PARTS).toLong()
            return (part + 1L shl shift) - 1L
        }

        /** The buckets shown are quarters of a doubling. */
        private const val QUARTERS = 4.0

        /** The start of the bucket shown as number [quarter]; that of zero has number -1. */
        fun startOfBucket(quarter: Int): Double = if (quarter < 0) 0.0 else 2.0.pow(quarter / QUARTERS)

        /**
         * Returns the histogram of all laps in [a] and [b]. Empty if either is missing, or does not have the buckets that a [Distribution]
         * creates: laps of another bucket could be on either side of a bound.
         */
        fun added(a: List<Bucket>, b: List<Bucket>): List<Bucket> {
            if (a.isEmpty() || b.isEmpty()) return emptyList()
            val firstOfA = numberOf(a) ?: return emptyList()
            val firstOfB = numberOf(b) ?: return emptyList()
            val first = minOf(firstOfA, firstOfB)
            val counts = LongArray(maxOf(firstOfA + a.size, firstOfB + b.size) - first)
            for (i in a.indices) counts[firstOfA - first + i] += a[i].count
            for (i in b.indices) counts[firstOfB - first + i] += b[i].count
            return List(counts.size) { Bucket(startOfBucket(first + it), startOfBucket(first + it + 1), counts[it]) }
        }

        /** Returns the number of the first of [buckets]; `null` if any of them is not one of ours. */
        private fun numberOf(buckets: List<Bucket>): Int? {
            val start = buckets[0].from
            val first = if (start <= 0.0) -1 else round(QUARTERS * log2(start)).toInt()
            // The last bounds are near 2^64.
            if (first + buckets.size > MAX_BUCKETS) return null
            for (i in buckets.indices) {
                if (!isNear(buckets[i].from, startOfBucket(first + i)) || !isNear(buckets[i].to, startOfBucket(first + i + 1))) return null
            }
            return first
        }

        /** Files have bounds in other units, so they may differ by rounding. */
        private fun isNear(bound: Double, expected: Double): Boolean = abs(bound - expected) <= 1e-9 * expected

        private const val MAX_BUCKETS = 260
    }
}
