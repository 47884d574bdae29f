package timemory.statistics

import kotlin.math.floor
import kotlin.math.log2

/**
 * The number of laps between two values, in raw units.
 *
 * @property from the smallest value
 * @property to the largest value
 */
public class Bucket(public val from: Double, public val to: Double, public val count: Long)

/** A [Histogram] of a component's laps; abandons it for negative values, which a change of memory can have. */
internal class Distribution(percentiles: List<Double>? = null, private val histogram: Histogram = Histogram()) {
    /** The percentiles requested by the bundle; `null` if there are none. */
    var percentiles: List<Double>? = percentiles
        private set

    private var hasNegative = false

    /** Whether several totals refer to this object: it no longer changes, and values are added to a copy. */
    var isShared: Boolean = false
        private set

    /** Returns this object, to be shared with other totals. */
    fun shared(): Distribution {
        isShared = true
        return this
    }

    fun record(value: Long) {
        if (value < 0L) hasNegative = true else histogram.record(value)
    }

    fun add(other: Distribution) {
        hasNegative = hasNegative || other.hasNegative
        addPercentilesOf(other)
        histogram.add(other.histogram)
    }

    /** Returns the laps recorded here after [earlier], which is part of it; everything if that is `null`. */
    fun since(earlier: Distribution?): Distribution {
        if (earlier == null) return shared()
        return copy().also { it.histogram.subtract(earlier.histogram) }
    }

    private fun addPercentilesOf(other: Distribution) {
        val more = other.percentiles ?: return
        val known = percentiles
        percentiles = if (known == null || known == more) more else (known + more).distinct().sorted()
    }

    fun copy() = Distribution(percentiles, histogram.copy()).also { it.hasNegative = hasNegative }

    val isEmpty: Boolean get() = hasNegative || histogram.isEmpty

    /** Four buckets for each doubling, from the first to the last non-empty one. */
    fun buckets(): List<Bucket> {
        if (isEmpty) return emptyList()
        val buckets = ArrayList<Bucket>()
        var quarter = Int.MIN_VALUE
        var end = 0.0
        var counted = 0L
        histogram.forEach { value, count ->
            // Ascending: only a value that may be the first of the next quarter needs its logarithm.
            if (quarter == Int.MIN_VALUE || value + 1.0 >= end) {
                val next = quarterOf(value)
                if (next != quarter && quarter != Int.MIN_VALUE) {
                    buckets.add(bucket(quarter, counted))
                    for (empty in quarter + 1 until next) buckets.add(bucket(empty, 0L))
                    counted = 0L
                }
                quarter = next
                end = beginOf(next + 1)
            }
            counted += count
        }
        buckets.add(bucket(quarter, counted))
        return buckets
    }

    private fun bucket(quarter: Int, count: Long) = Bucket(beginOf(quarter), beginOf(quarter + 1), count)

    /** Returns the quarter that contains [value]; its logarithm can be off by the last bit, next to the start of a bucket. */
    private fun quarterOf(value: Long): Int {
        if (value <= 0L) return -1
        var quarter = floor(4.0 * log2(value.toDouble())).toInt()
        while (beginOf(quarter + 1) <= value) quarter++
        while (beginOf(quarter) > value) quarter--
        return quarter
    }

    private fun beginOf(quarter: Int): Double = Histogram.startOfBucket(quarter)

    fun percentile(percentile: Double): Double? = if (hasNegative) null else histogram.valueAt(percentile).toDouble()
}
