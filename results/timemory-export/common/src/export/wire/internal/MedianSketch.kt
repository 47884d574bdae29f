package timemory.export.wire.internal

/**
 * Estimates the median of a stream of numbers: up to [MAX_EXACT] numbers are stored exactly, more are counted in buckets, each a
 * thirty-second of a power of two wide. So the median of few numbers is exact, and that of many is within 1.6 percent, in a few hundred
 * bytes.
 *
 * The result of merging two sketches does not depend on the order of the numbers, nor on how they were split.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class MedianSketch {
    /** In ascending order: the numbers themselves while there are few, then the buckets' representatives. */
    private var values = DoubleArray(2)

    /** The count of each bucket; `null` while numbers are kept exactly. */
    private var counts: LongArray? = null
    private var size = 0

    fun setOne(value: Double) {
        counts = null
        values[0] = value
        size = 1
    }

    fun copyFrom(other: MedianSketch) {
        values = other.values.copyOf()
        counts = other.counts?.copyOf()
        size = other.size
    }

    fun add(other: MedianSketch) {
        if (counts == null && other.counts == null && size + other.size <= MAX_EXACT) return mergeFew(other)
        countInBuckets()
        if (other.counts == null) mergeMany(MedianSketch().also { it.copyFrom(other) }.also { it.countInBuckets() }) else mergeMany(other)
    }

    private fun mergeFew(other: MedianSketch) {
        val all = values.copyOf(size + other.size)
        other.values.copyInto(all, size, 0, other.size)
        all.sort()
        values = all
        size = all.size
    }

    private fun countInBuckets() {
        if (counts != null) return
        val buckets = DoubleArray(size)
        val counted = LongArray(size)
        var filled = 0
        for (i in 0 until size) {
            val bucket = bucketOf(values[i])
            if (filled == 0 || buckets[filled - 1].compareTo(bucket) != 0) buckets[filled++] = bucket
            counted[filled - 1]++
        }
        values = buckets
        counts = counted
        size = filled
    }

    private fun mergeMany(other: MedianSketch) {
        val own = counts!!
        val others = other.counts!!
        val buckets = DoubleArray(size + other.size)
        val counted = LongArray(buckets.size)
        var filled = 0
        var a = 0
        var b = 0
        while (a < size || b < other.size) {
            val order = if (a == size) 1 else if (b == other.size) -1 else values[a].compareTo(other.values[b])
            buckets[filled] = if (order <= 0) values[a] else other.values[b]
            if (order <= 0) counted[filled] += own[a++]
            if (order >= 0) counted[filled] += others[b++]
            filled++
        }
        values = buckets
        counts = counted
        size = filled
    }

    /** Returns the median; NaN if there are no numbers. */
    fun median(): Double {
        val all = counts?.let { counted -> (0 until size).sumOf { counted[it] } } ?: size.toLong()
        return if (all == 0L) Double.NaN else (numberAt((all - 1) / 2) + numberAt(all / 2)) / 2
    }

    private fun numberAt(place: Long): Double {
        val counted = counts ?: return values[place.toInt()]
        var before = 0L
        for (i in 0 until size) {
            before += counted[i]
            if (before > place) return values[i]
        }
        return Double.NaN
    }

    fun write(out: WireOutput) {
        out.byte(if (counts == null) 0 else 1)
        out.unsigned(size)
        for (i in 0 until size) {
            out.number(values[i])
            counts?.let { out.unsigned(it[i]) }
        }
    }

    /** Restores the content written by [write]. */
    fun read(input: WireInput) {
        val isCounted = input.count(1, "whether numbers are counted") == 1
        size = input.count(if (isCounted) MAX_BUCKETS else MAX_EXACT, "the numbers of which there is the median")
        values = DoubleArray(maxOf(2, minOf(size, MAX_EXACT)))
        counts = if (isCounted) LongArray(values.size) else null
        for (i in 0 until size) {
            if (i == values.size) grow()
            val number = input.number()
            if (i > 0 && values[i - 1] > number) input.damaged("numbers of which there is the median, and which are not in order")
            values[i] = number
            counts?.let { it[i] = input.unsigned().also { n -> if (n < 0L) input.damaged("a number of more than 63 bits") } }
        }
    }

    private fun grow() {
        values = values.copyOf(2 * values.size)
        counts = counts?.copyOf(values.size)
    }

    private companion object {
        const val MAX_EXACT = 64
        const val MAX_BUCKETS = 1 shl 17

        /** How many of a number's lowest bits are ignored within a bucket. */
        const val BITS = 47

        /** Returns the middle of the bucket that contains [value]; 0 and NaN have buckets of their own. */
        fun bucketOf(value: Double): Double {
            if (value == 0.0 || !value.isFinite()) return if (value == 0.0) 0.0 else value
            return Double.fromBits(value.toRawBits() ushr BITS shl BITS or (1L shl BITS - 1))
        }
    }
}
