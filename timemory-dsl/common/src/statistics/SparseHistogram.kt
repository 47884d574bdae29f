package timemory.statistics

/**
 * Counts numbers in buckets that are at most a thousandth wide: each number below 2,048 has a bucket of its own, and each further power of
 * two is parted into 1,024. Only buckets that were hit take memory: there is a histogram for each node of the call graph, and most hold
 * few.
 *
 * A hash table without deletion: bucket numbers and counts in two arrays, the next free slot taken where one is in use.
 */
internal class SparseHistogram : Histogram {
    private var buckets = IntArray(INITIAL_SIZE) { FREE }
    private var counts = LongArray(INITIAL_SIZE)
    private var used = 0
    private var total = 0L

    override fun record(value: Long) = add(bucketOf(value), 1L)

    override fun add(other: Histogram) {
        other as SparseHistogram
        for (i in other.buckets.indices) if (other.buckets[i] != FREE) add(other.buckets[i], other.counts[i])
    }

    override fun subtract(other: Histogram) {
        other as SparseHistogram
        for (i in other.buckets.indices) if (other.buckets[i] != FREE) add(other.buckets[i], -other.counts[i])
    }

    override fun copy(): Histogram = SparseHistogram().also { it.add(this) }

    override fun forEach(action: HistogramAction) {
        for (i in ascending()) if (counts[i] > 0L) action.accept(highestIn(buckets[i]), counts[i])
    }

    private fun ascending(): List<Int> = buckets.indices.filter { buckets[it] != FREE }.sortedBy { buckets[it] }

    override fun valueAt(percentile: Double): Long {
        val wanted = percentile / 100.0 * total
        var reached = 0L
        for (i in ascending()) {
            reached += counts[i]
            if (reached >= wanted && counts[i] > 0L) return highestIn(buckets[i])
        }
        return 0L
    }

    private fun add(bucket: Int, count: Long) {
        var slot = slotOf(bucket)
        if (buckets[slot] == FREE) {
            if (2 * ++used > buckets.size) {
                grow()
                slot = slotOf(bucket)
            }
            buckets[slot] = bucket
        }
        counts[slot] += count
        total += count
    }

    private fun slotOf(bucket: Int): Int {
        var slot = bucket * GOLDEN ushr 7 and buckets.size - 1
        while (buckets[slot] != bucket && buckets[slot] != FREE) slot = slot + 1 and buckets.size - 1
        return slot
    }

    private fun grow() {
        val before = buckets
        val countsBefore = counts
        buckets = IntArray(2 * before.size) { FREE }
        counts = LongArray(2 * before.size)
        for (i in before.indices) {
            if (before[i] == FREE) continue
            val slot = slotOf(before[i])
            buckets[slot] = before[i]
            counts[slot] = countsBefore[i]
        }
    }

    private companion object {
        const val INITIAL_SIZE = 16
        const val FREE = -1

        /** Buckets of one power of two, and its binary logarithm. */
        const val PARTS = 1024
        const val PARTS_LOG = 10

        /** Multiplying by it scatters neighbouring numbers (Knuth's multiplicative hashing). */
        const val GOLDEN = -1640531527

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
    }
}
