package timemory.statistics

import kotlin.math.floor
import kotlin.math.log2
import kotlin.math.pow

/**
 * A histogram of numbers that are not negative, which keeps three digits of each. On the JVM, `timemory-jvm` provides HdrHistogram's;
 * without it, and natively, there is [SparseHistogram].
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 */
public interface Histogram {
    /** Adds [value], which is not negative. */
    public fun record(value: Long)

    /** Adds everything in [other], which was made by the same maker. */
    public fun add(other: Histogram)

    /** Takes away everything in [other], which was made by the same maker, and of which all was recorded here too. */
    public fun subtract(other: Histogram)

    /** Another one with the same content. */
    public fun copy(): Histogram

    /** Calls [action] for each of the numbers that are told apart, ascending, with how often it was recorded. */
    public fun forEach(action: HistogramAction)

    /** The number that [percentile] percent of those recorded are not above. */
    public fun valueAt(percentile: Double): Long
}

/** Takes a number, and how often a [Histogram] recorded it. */
public fun interface HistogramAction {
    /** Called for each number. */
    public fun accept(value: Long, count: Long)
}

/**
 * How many laps lie between two values, in raw units.
 *
 * @property from the smallest of them
 * @property to the largest
 */
public class Bucket(public val from: Double, public val to: Double, public val count: Long)

/** A [Histogram] for what a component records; gives up where that is negative, as a change of memory can be. */
internal class Distribution(private val histogram: Histogram) {
    private var hasNegative = false

    fun record(value: Long) {
        if (value < 0L) hasNegative = true else histogram.record(value)
    }

    fun add(other: Distribution) {
        hasNegative = hasNegative || other.hasNegative
        histogram.add(other.histogram)
    }

    /** What was recorded here after [earlier], which is part of it; all of it where that is `null`. */
    fun since(earlier: Distribution?): Distribution {
        val part = copy()
        if (earlier != null) part.histogram.subtract(earlier.histogram)
        return part
    }

    fun copy() = Distribution(histogram.copy()).also { it.hasNegative = hasNegative }

    /** Four buckets for each doubling, from the first that holds something to the last. */
    fun buckets(): List<Bucket> {
        if (hasNegative) return emptyList()
        val counts = LinkedHashMap<Int, Long>()
        histogram.forEach { value, count -> quarterOf(value).let { counts[it] = (counts[it] ?: 0L) + count } }
        if (counts.isEmpty()) return emptyList()
        return (counts.keys.min()..counts.keys.max()).map { Bucket(beginOf(it), beginOf(it + 1), counts[it] ?: 0L) }
    }

    private fun quarterOf(value: Long): Int = if (value <= 0L) -1 else floor(4.0 * log2(value + 0.5)).toInt()

    private fun beginOf(quarter: Int): Double = if (quarter < 0) 0.0 else 2.0.pow(quarter / 4.0)

    fun percentile(percentile: Double): Double? = if (hasNegative) null else histogram.valueAt(percentile).toDouble()
}
