package timemory

import kotlin.math.abs
import kotlin.math.roundToLong
import timemory.internal.lean.*
import timemory.internal.problems.activeProblems
import timemory.statistics.Bucket
import timemory.statistics.Distribution
import timemory.statistics.Histogram
import timemory.statistics.ReadNumber
import timemory.statistics.Statistics
import timemory.statistics.isExact
import timemory.statistics.minusWraps
import timemory.statistics.wraps

/**
 * The recorded values of one component at one position in the call graph: all laps of all threads.
 *
 * Numbers are in raw units (see [Quantity]). A component whose value is one number has one entry in [statistics]; one whose value holds
 * several has an entry for each of [ComponentType.elements]; one without numbers has no entries, only [value].
 *
 * ### Thread-safety
 * Those in [Results][timemory.results.Results] no longer change.
 */
public class Totals internal constructor(internal val type: ComponentType<*>) {
    /**
     * The number of laps: how often the region was entered; in flat views and flat scope, this includes laps nested in other laps of it.
     */
    public var laps: Long = 0L
        private set

    /** Whether there were laps whose number a file did not give: they are not counted in [laps]. */
    internal var hasUnknownLaps: Boolean = false
        private set

    /** [laps] if the number of all of them is known; `null` otherwise. */
    internal val knownLaps: Long? get() = if (hasUnknownLaps) null else laps

    /** How many of [laps] were still open when the results were made; their values so far are included. */
    public var openLaps: Long = 0L
        private set

    /** The part of [sum] contributed by laps that had not ended, minus the time of ended laps before these totals; `NaN` if unknown. */
    internal var unendedSum = 0.0
        private set

    /** How many laps have ended: [laps] minus [openLaps]. [histogram] and [percentile] cover only these laps. */
    public val endedLaps: Long get() = laps - openLaps

    /**
     * The sum of the laps that have ended, in raw units: it corresponds to [endedLaps] as [sum] does to [laps]. `NaN` if values do not add
     * up, or if results with open laps were read from a file that does not give their share of the sum.
     */
    public val endedSum: Double
        get() = when {
            statistics.isEmpty() || value != null || !type.isAdditive(0) -> Double.NaN
            unendedSum == 0.0 -> sum
            isExact && abs(unendedSum) < EXACT_DOUBLES -> (exact - unendedSum.toLong()).toDouble()
            else -> sum - unendedSum
        }

    // Results have hundreds of thousands of totals, most of them integers, so those are not stored in separate objects.

    /** [exactSum] if it is known; 0 otherwise. */
    internal var exact = 0L
        private set

    internal var isExact = false
        private set

    /** [last] if it is an integer. */
    internal var lastInteger = 0L
        private set

    private var lastOther: Any? = null // this object itself for an integer

    internal val hasLast: Boolean get() = lastOther != null

    internal val isLastInteger: Boolean get() = lastOther === this

    /** The exact sum in raw units if the component records integers and it is less than 2^63; `null` otherwise. */
    public val exactSum: Long? get() = if (isExact) exact else null

    /** Whether [exactSum] is missing because it does not fit in a `Long`. */
    internal var isTooLarge: Boolean = false
        private set

    /** The last lap: a [Long], a [Double] or the component's own type; `null` without laps. */
    public val last: Any? get() = if (isLastInteger) lastInteger else lastOther

    /** The sum of the laps if the component records values of its own type, `null` otherwise. */
    public var value: Any? = null
        private set

    /** One entry for each number in a value, in the order of [ComponentType.elements]. */
    public val statistics: List<Statistics> =
        if (type.elementCount == 1) listOf(Statistics()) else List(type.elementCount) { Statistics() }

    /** The sum of the first number in raw units; 0 if there is none. */
    public val sum: Double get() = if (statistics.isEmpty()) 0.0 else sum(0)

    /**
     * Number [element] over all laps, in raw units: usually the sum over the laps. A component with its own value type defines it; for a
     * quotient, it is the quotient of the sums.
     */
    public fun sum(element: Int): Double = value?.let { type.numbersAny(it)[element] } ?: statistics[element].sum

    /** Number [element] of the last lap, in raw units; 0 without laps. */
    public fun last(element: Int): Double = if (isLastInteger) lastInteger.toDouble() else when (val lap = lastOther) {
        null -> 0.0
        is Number -> lap.toDouble()
        else -> type.numbersAny(lap)[element]
    }

    private var distribution: Distribution? = null

    /**
     * The value in raw units, to three digits, that [percentile] percent of the ended laps do not exceed; `null` if the setting
     * `PERCENTILES` is empty, for values that are not integers, and if a lap is negative.
     */
    public fun percentile(percentile: Double): Double? {
        if (laps == openLaps) return null
        // The histogram returns the upper end of a bucket, the range of numbers it does not distinguish.
        return distribution?.percentile(percentile)?.coerceIn(statistics[0].min, statistics[0].max) ?: knownPercentiles[percentile]
    }

    internal val hasHistogram: Boolean get() = distribution?.let { !it.isEmpty } ?: knownHistogram.isNotEmpty()

    /**
     * The distribution of the laps: consecutive buckets, four for each doubling of the value. Empty if the setting `PERCENTILES` is empty,
     * for values that are not integers, and if a lap is negative.
     */
    public fun histogram(): List<Bucket> = distribution?.buckets() ?: knownHistogram

    /** Sets the distribution to that of the laps in [later] but not in [earlier]. */
    internal fun takeDistribution(earlier: Totals, later: Totals) {
        distribution = later.distribution?.since(earlier.distribution)
    }

    /** [value] as formatted by the component; `null` if the component records plain numbers. */
    public fun display(): String? = value?.let(type::displayAny)

    /** Percentiles read from a file, for totals without a known distribution. */
    internal var knownPercentiles: Map<Double, Double> = emptyMap()
        private set

    /** The percentiles that were read from a file or requested by the bundle; others may be known too. */
    internal val listedPercentiles: Collection<Double> get() =
        distribution?.takeIf { !it.isEmpty }?.percentiles ?: knownPercentiles.keys

    internal fun notePercentile(percentile: Double, value: Double) {
        knownPercentiles = knownPercentiles + (percentile to value)
    }

    private var knownHistogram: List<Bucket> = emptyList()

    internal fun noteHistogram(buckets: List<Bucket>) {
        knownHistogram = buckets
    }

    /** A negative number of [laps] means unknown. */
    internal fun addRead(laps: Long, openLaps: Long, exactSum: Long?, numbers: List<ReadNumber>) {
        addingOthers(maxOf(0L, laps), openLaps, exactSum ?: 0L, exactSum != null)
        if (openLaps > 0L) unendedSum = Double.NaN
        if (laps < 0L) hasUnknownLaps = true
        val isPlain = numbers.size == 1 && type.isAdditive(0)
        if (!isPlain) addValue(DoubleArray(numbers.size) { numbers[it].value })
        lastOther = value
        for ((i, number) in numbers.withIndex()) {
            if (laps < 0L) {
                statistics[i].addSum(number.value)
                continue
            }
            val squares = number.standardDeviation * number.standardDeviation * maxOf(0L, number.count - 1L)
            val sum = if (type.isAdditive(i)) number.value else number.mean * number.count
            statistics[i].add(number.count, sum, number.min, number.max, squares)
        }
    }

    /** Restores these values of another instance, except its [statistics]. */
    internal fun restore(
        laps: Long?,
        openLaps: Long,
        exactSum: Long?,
        isTooLarge: Boolean,
        value: Any?,
        last: Any?,
        unendedSum: Double = if (openLaps == 0L) 0.0 else Double.NaN,
    ) {
        this.unendedSum = unendedSum
        this.laps = laps ?: 0L
        hasUnknownLaps = laps == null
        this.openLaps = openLaps
        exact = exactSum ?: 0L
        isExact = exactSum != null
        this.isTooLarge = isTooLarge
        this.value = value
        lastInteger = last as? Long ?: 0L
        lastOther = if (last is Long) this else last
    }

    internal fun addText(laps: Long, text: String) {
        addingOthers(laps, 0L, 0L, false)
        addValue(text)
        lastOther = value
    }

    /** Percentiles of two sets of laps do not determine the percentiles of their union. Histograms can be added: see [addAll]. */
    private fun addingOthers(laps: Long, openLaps: Long, exactSum: Long, isExact: Boolean) {
        if (this.laps > 0L || hasUnknownLaps) {
            knownPercentiles = emptyMap()
            knownHistogram = emptyList()
            // If only a part is known exactly, the whole is not.
            val areExact = this.isExact && isExact
            this.isExact = areExact && !wraps(exact, exactSum)
            isTooLarge = isTooLarge || areExact && !this.isExact
            exact = if (this.isExact) exact + exactSum else 0L
        } else {
            this.isExact = isExact
            exact = exactSum
        }
        this.laps += laps
        this.openLaps += openLaps
    }

    private fun addValue(added: Any) {
        val all = value?.let { both(it, added) } ?: added
        isTooLarge = isTooLarge || all is Rate && all.amount == Long.MAX_VALUE
        value = all
    }

    /** Adds values using code of the component: if that fails, other components must not lose their results. */
    private fun both(known: Any, added: Any): Any = try {
        type.plusAny(known, added)
    } catch (failure: Throwable) {
        activeProblems().report("plus of ${type.id}") {
            "component ${type.id} failed to add up values, and its totals lack some of them: $failure"
        }
        known
    }

    /** Adds [laps], with their [sum] after integer overflow and their sum [inFloatingPoint]. */
    internal fun addLongs(laps: Long, sum: Long, inFloatingPoint: Double, last: Long, min: Long, max: Long, squaresAroundMean: Double) {
        val isExact = isExact(sum, inFloatingPoint)
        isTooLarge = isTooLarge || !isExact
        addingOthers(laps, 0L, if (isExact) sum else 0L, isExact)
        lastInteger = last
        lastOther = this
        statistics[0].add(laps, if (isExact) sum.toDouble() else inFloatingPoint, min.toDouble(), max.toDouble(), squaresAroundMean)
    }

    /** Adds [added], which must not change from now on. */
    internal fun addDistribution(added: Distribution) {
        val known = distribution
        if (known == null) {
            distribution = added.shared()
        } else {
            (if (known.isShared) known.copy().also { distribution = it } else known).add(added)
        }
    }

    internal fun addOpenLap(value: Long) {
        openLaps++
        unendedSum += value
        addLap(value)
    }

    /** Marks the open laps as ended, with their values so far. */
    internal fun endOpenLaps() {
        openLaps = 0L
        unendedSum = 0.0
    }

    internal fun addLap(value: Long) = addLongs(1L, value, value.toDouble(), value, value, value, 0.0)

    internal fun addDoubles(last: Double, numbers: Statistics) {
        laps += numbers.count
        lastOther = last
        statistics[0].add(numbers)
    }

    internal fun addValues(laps: Long, sum: Any, last: Any, numbers: Array<Statistics>) {
        this.laps += laps
        addValue(sum)
        lastOther = last
        for (i in numbers.indices) statistics[i].add(numbers[i])
    }

    /** Adds a [part] of [other] if values add up, otherwise all of it. */
    internal fun addPart(other: Totals, part: Double) {
        if (part == 1.0 || other.value != null) return addAll(other)
        fun partOf(number: Long) = (number * part).roundToLong()
        val exact = other.exactSum?.let(::partOf)
        val laps = if (other.hasUnknownLaps) -1L else maxOf(1L, partOf(other.laps))
        val numbers =
            other.statistics.map { ReadNumber(laps, exact?.toDouble() ?: (it.sum * part), it.mean, it.min, it.max, it.standardDeviation) }
        val unended = unendedSum + other.unendedSum * part
        addRead(laps, minOf(maxOf(0L, laps), partOf(other.openLaps)), exact, numbers)
        unendedSum = unended
    }

    internal fun addAll(other: Totals) {
        val histogram = if (other.laps == 0L && !other.hasUnknownLaps) knownHistogram else bothHistograms(other)
        addSums(other)
        knownHistogram = histogram
        other.distribution?.let(::addDistribution)
    }

    /** The histogram of the laps here and in [other] together; empty if either is unknown. */
    private fun bothHistograms(other: Totals): List<Bucket> =
        if (laps == 0L && !hasUnknownLaps) other.knownHistogram else Histogram.added(knownHistogram, other.knownHistogram)

    /** Adds everything in [other] except the distribution: merging it into each enclosing node would dominate the cost of results. */
    internal fun addSums(other: Totals) {
        if (other.laps == 0L && !other.hasUnknownLaps) return
        val isFirst = laps == 0L && !hasUnknownLaps
        addingOthers(other.laps, other.openLaps, other.exact, other.isExact)
        isTooLarge = isTooLarge || other.isTooLarge
        unendedSum += other.unendedSum
        if (isFirst) {
            knownPercentiles = other.knownPercentiles
            knownHistogram = other.knownHistogram
        }
        hasUnknownLaps = hasUnknownLaps || other.hasUnknownLaps
        other.value?.let(::addValue)
        lastInteger = other.lastInteger
        lastOther = if (other.isLastInteger) this else other.lastOther
        for (i in statistics.indices) statistics[i].add(other.statistics[i])
    }

    /** Counts the laps of [other], whose values are part of those here, except those already [counted], of which [openCounted] are open. */
    internal fun addLapsOf(other: Totals, counted: Long = 0L, openCounted: Long = 0L) {
        laps += other.laps - counted
        openLaps += other.openLaps - openCounted
        hasUnknownLaps = hasUnknownLaps || other.hasUnknownLaps
    }

    /** Returns the sums here minus those of [part]. Nothing is known about the individual laps of the difference. */
    internal fun less(part: Totals): Totals {
        val rest = Totals(type)
        rest.addSums(this)
        rest.isExact = isExact && part.isExact && !minusWraps(exact, part.exact)
        rest.exact = if (rest.isExact) exact - part.exact else 0L
        val whole = value
        val other = part.value
        if (whole != null && other != null) type.minusAny(whole, other)?.let { rest.value = it }
        for (i in statistics.indices) {
            val sum = statistics[i].sum - part.statistics[i].sum
            rest.statistics[i].restore(maxOf(1L, statistics[i].count), sum, 0.0, 0.0, 0.0, isOnlySum = false)
        }
        return rest
    }

    /** Resets this instance for reuse, except for values that only files have. */
    internal fun clear() {
        restore(0L, 0L, null, isTooLarge = false, value = null, last = null)
        distribution = null
        for (i in statistics.indices) statistics[i].restore(0L, 0.0, 0.0, 0.0, 0.0, isOnlySum = false)
    }
}

/** Integers smaller than this are exact as doubles. */
private const val EXACT_DOUBLES = 9_007_199_254_740_992.0
