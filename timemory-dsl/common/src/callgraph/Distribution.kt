package timemory

/**
 * A histogram of numbers that are not negative, which keeps three digits of each. On the JVM, `timemory-jvm` provides HdrHistogram's; without
 * it, and natively, there is [SparseHistogram].
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 */
public interface Histogram {
    /** Adds [value], which is not negative. */
    public fun record(value: Long)

    /** Adds everything in [other], which was made by the same maker. */
    public fun add(other: Histogram)

    /** Another one with the same content. */
    public fun copy(): Histogram

    /** The number that [percentile] percent of those recorded are not above. */
    public fun valueAt(percentile: Double): Long
}

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

    fun copy() = Distribution(histogram.copy()).also { it.hasNegative = hasNegative }

    fun percentile(percentile: Double): Double? = if (hasNegative) null else histogram.valueAt(percentile).toDouble()
}

/** The percentiles that [text] names, as `50, 99.9`; `null` where it is something else. */
internal fun percentilesOf(text: String): List<Double>? = wordsOf(text).map { word ->
    word.toDoubleOrNull()?.takeIf { it > 0.0 && it <= 100.0 } ?: return null
}

/** How a percentile is called in tables and files: `50`, `99.9`. */
internal fun percentileName(percentile: Double): String = percentile.toString().removeSuffix(".0")
