package timemory.export.ranks

import kotlin.jvm.JvmName
import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import kotlin.math.abs
import kotlin.math.sqrt
import timemory.internal.text.fixed
import timemory.results.CallGraphNode
import timemory.results.NodeFacts

/**
 * How the processes that results were merged from differ at one node of the call graph: statistics over processes, where the sum of each
 * process is one number. Lap statistics are in [CallGraphNode.inclusive].
 *
 * A process is identified by its rank: its number from the launcher, or its index in the merge order.
 *
 * On a cluster that runs tasks, tasks take the place of processes ([isOfTasks]), identified by partition number.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property processCount the total number of processes or tasks
 * @property count how many of them recorded laps here
 * @property isOfTasks whether tasks rather than processes are compared
 */
public class RankStatistics internal constructor(
    public val processCount: Int,
    public val count: Int,
    private val sums: List<RankSpread>,
    private val exclusives: List<RankSpread>?,
    internal val kept: KeptValues? = null,
    public val isOfTasks: Boolean = false,
) : NodeFacts {
    /** Returns the spread of the inclusive values, for number [element] of a component's value. */
    @JvmOverloads
    public fun inclusive(element: Int = 0): RankSpread = sums[element]

    /** Returns the spread of the exclusive values. */
    @JvmOverloads
    public fun exclusive(element: Int = 0): RankSpread = exclusives?.get(element) ?: sums[element]

    internal val hasExclusive: Boolean get() = exclusives != null

    /** The ranks that [values] belong to, ascending; empty unless values of all processes were kept. */
    public val ranks: IntArray get() = kept?.ranks() ?: IntArray(0)

    /** Returns the value of each of [ranks] here: number [element] of its sum, in raw units. */
    @JvmOverloads
    public fun values(element: Int = 0): DoubleArray = kept?.values(element) ?: DoubleArray(0)

    /** Returns these statistics, marked as statistics of tasks. */
    internal fun ofTasks() = RankStatistics(processCount, count, sums, exclusives, kept, isOfTasks = true)

    override val titles: List<String> get() = if (isOfTasks) TITLES_OF_TASKS else TITLES

    override fun cells(show: (Double) -> String): List<String> {
        val spread = sums.firstOrNull() ?: return listOf("$count of $processCount", "-", "-", "-", "-")
        if (isOfTasks) return listOf(
            "$count of $processCount",
            show(spread.min),
            if (spread.median.isNaN()) "-" else show(spread.median),
            "${show(spread.max)} (${spread.maxRank})",
            if (spread.imbalance.isFinite()) fixed(spread.imbalance, 1) else "-",
        )
        val imbalance = spread.imbalance
        return listOf(
            "$count of $processCount",
            "${show(spread.min)} (${spread.minRank})",
            show(spread.mean),
            "${show(spread.max)} (${spread.maxRank})",
            if (imbalance.isFinite()) fixed(imbalance, 1) else "-",
        )
    }

    private val hasMedians: Boolean get() = sums.any { !it.median.isNaN() }

    override fun numbers(): DoubleArray {
        val numbers = ArrayList<Double>()
        numbers.add(processCount.toDouble())
        numbers.add(count.toDouble())
        numbers.add(sums.size.toDouble())
        val flags = (if (exclusives == null) 0 else EXCLUSIVES) or (if (isOfTasks) TASKS else 0) or (if (hasMedians) MEDIANS else 0)
        numbers.add(flags.toDouble())
        for (one in sums + exclusives.orEmpty()) {
            numbers.add(one.sum)
            numbers.add(one.min)
            numbers.add(one.minRank.toDouble())
            numbers.add(one.max)
            numbers.add(one.maxRank.toDouble())
            numbers.add(one.squaresAroundMean)
        }
        if (hasMedians) for (one in sums) numbers.add(one.median)
        if (kept != null) for (i in 0 until kept.size) {
            numbers.add(kept.rank(i).toDouble())
            for (element in 0 until kept.width) numbers.add(kept.number(i, element))
        }
        return numbers.toDoubleArray()
    }

    public companion object {
        /** Returns the statistics that [numbers] hold; `null` if they are empty. */
        internal fun of(numbers: DoubleArray, width: Int): RankStatistics? {
            if (numbers.size < HEAD || numbers[2] != width.toDouble()) return null
            val processCount = wholeOf(numbers[0]) ?: return null
            val count = wholeOf(numbers[1])?.takeIf { it in 1..processCount } ?: return null
            val flags = wholeOf(numbers[3])?.takeIf { it <= EXCLUSIVES + TASKS + MEDIANS } ?: return null
            val spreads = if (flags and EXCLUSIVES == 0) width else 2 * width
            val medians = if (flags and MEDIANS == 0) 0 else width
            var at = HEAD
            val firstMedian = HEAD + SPREAD * spreads
            if (numbers.size < firstMedian + medians) return null
            val all = List(spreads) { i ->
                val one = numbers.copyOfRange(at, at + SPREAD)
                at += SPREAD
                val minRank = wholeOf(one[2]) ?: return null
                val maxRank = wholeOf(one[4]) ?: return null
                val median = if (i < medians) numbers[firstMedian + i] else Double.NaN
                RankSpread(processCount, count, one[0], one[1], minRank, one[3], maxRank, one[5], median)
            }
            val kept = keptIn(numbers, firstMedian + medians, width) ?: return null
            return RankStatistics(
                processCount, count, all.take(width), if (spreads > width) all.drop(width) else null, kept.takeIf { it.size > 0 },
                flags and TASKS != 0,
            )
        }

        private fun keptIn(numbers: DoubleArray, from: Int, width: Int): KeptValues? {
            val kept = KeptValues(width)
            if ((numbers.size - from) % (width + 1) != 0) return null
            for (at in from until numbers.size step width + 1) {
                val rank = wholeOf(numbers[at])?.takeIf { kept.size == 0 || it > kept.rank(kept.size - 1) } ?: return null
                val index = kept.add(rank)
                for (i in 0 until width) kept.set(index, i, numbers[at + 1 + i])
            }
            return kept
        }

        private fun wholeOf(number: Double): Int? = number.toInt().takeIf { it >= 0 && it.toDouble() == number }

        private const val HEAD = 4
        private const val SPREAD = 6

        private const val EXCLUSIVES = 1
        private const val TASKS = 2
        private const val MEDIANS = 4

        private val TITLES_OF_TASKS = listOf("TASKS", "TASK MIN", "TASK MEDIAN", "TASK MAX", "% IMBALANCE")
        private val TITLES = listOf("RANKS", "RANK MIN", "RANK MEAN", "RANK MAX", "% IMBALANCE")

        /** Returns the statistics of [node]; `null` if its results are of one process, or files do not have them. */
        @JvmStatic
        @JvmName("of")
        public fun of(node: CallGraphNode): RankStatistics? = node.facts as? RankStatistics
    }
}

/** How the processes that results were merged from differ here; `null` for a single process, or if files do not say. */
public val CallGraphNode.rankStatistics: RankStatistics?
    @JvmName("rankStatisticsOf")
    get() = RankStatistics.of(this)

/**
 * The spread of one number over processes, in raw units. Processes that recorded nothing here count as 0 in statistics "of all processes",
 * and are ignored in the others.
 *
 * @property processCount the total number of processes
 * @property count how many of them recorded anything here
 * @property sum of all of them
 * @property min the smallest among those that recorded anything
 * @property minRank the rank with the smallest; the lowest of several
 * @property max the largest
 * @property maxRank the rank with the largest; the lowest of several
 * @property median among those that recorded anything: exact for up to 64, within 1.6 percent for more; NaN if unknown
 */
public class RankSpread internal constructor(
    public val processCount: Int,
    public val count: Int,
    public val sum: Double,
    public val min: Double,
    public val minRank: Int,
    public val max: Double,
    public val maxRank: Int,
    internal val squaresAroundMean: Double,
    public val median: Double = Double.NaN,
) {
    /** The mean over the processes that recorded anything. */
    public val mean: Double get() = if (count == 0) 0.0 else sum / count

    /** The sample standard deviation over the processes that recorded anything (divided by [count] - 1); 0 for fewer than two. */
    public val standardDeviation: Double get() = if (count < 2) 0.0 else sqrt(squaresAroundMean / (count - 1))

    /** The mean over all processes. */
    public val meanOfAll: Double get() = if (processCount == 0) 0.0 else sum / processCount

    /**
     * By how many percent the maximum exceeds the mean of all processes: 0 if all are equal, and 100 x ([processCount] - 1) if one did
     * everything. For a negative mean, such as released memory, the percentage refers to its magnitude. NaN if the mean is 0 and the
     * maximum is not, and if either is infinite.
     */
    public val imbalance: Double
        get() {
            val mean = meanOfAll
            return if (!max.isFinite()) Double.NaN else if (max == mean) 0.0 else if (mean == 0.0) Double.NaN else percentAbove(mean)
        }

    private fun percentAbove(mean: Double) = if (mean.isFinite()) (max - mean) / abs(mean) * 100.0 else Double.NaN

    /** The total loss of the processes if each waits for the slowest here: ([max] - [meanOfAll]) x [processCount]. */
    public val lost: Double get() = (max - meanOfAll) * processCount
}
