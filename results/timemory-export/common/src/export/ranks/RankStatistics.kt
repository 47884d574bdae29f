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
 * How the processes that results were merged of differ at one node of the call graph: what each of them had there in all, its sum, is one
 * number for each process, and these are the statistics of those numbers. Those of laps are [CallGraphNode.inclusive].
 *
 * A process is called by its rank: the number that its launcher gave it, or its place in the order in which results were merged.
 *
 * On a cluster that runs tasks, tasks take the place of processes ([isOfTasks]): each is called by the number of its partition.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property processCount of how many processes the results are; of tasks, how many there were
 * @property count how many of them recorded laps here
 * @property isOfTasks whether tasks are compared, and not processes
 */
public class RankStatistics internal constructor(
    public val processCount: Int,
    public val count: Int,
    private val sums: List<RankSpread>,
    private val exclusives: List<RankSpread>?,
    internal val kept: KeptValues? = null,
    public val isOfTasks: Boolean = false,
) : NodeFacts {
    /** Of the inclusive values: of number [element] of a component's value. */
    @JvmOverloads
    public fun inclusive(element: Int = 0): RankSpread = sums[element]

    /** Of the exclusive values. */
    @JvmOverloads
    public fun exclusive(element: Int = 0): RankSpread = exclusives?.get(element) ?: sums[element]

    internal val hasExclusive: Boolean get() = exclusives != null

    /** The ranks whose values [values] has, ascending; none unless values of all processes were kept. */
    public val ranks: IntArray get() = kept?.ranks() ?: IntArray(0)

    /** What each of [ranks] had here: number [element] of its sum, in raw units. */
    @JvmOverloads
    public fun values(element: Int = 0): DoubleArray = kept?.values(element) ?: DoubleArray(0)

    /** The same, of tasks. */
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
        /** What [numbers] were of; `null` where they are of nothing. */
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

        /** Those of [node]; `null` where it is of one process, or files do not say. */
        @JvmStatic
        @JvmName("of")
        public fun of(node: CallGraphNode): RankStatistics? = node.facts as? RankStatistics
    }
}

/** How the processes that results were merged of differ here; `null` where they are of one, or files do not say. */
public val CallGraphNode.rankStatistics: RankStatistics?
    @JvmName("rankStatisticsOf")
    get() = RankStatistics.of(this)

/**
 * The spread of one number over processes, in raw units. Of a process that recorded nothing here the number is 0 in what is said to be of
 * all processes, and not counted in the rest.
 *
 * @property processCount how many processes there are in all
 * @property count how many of them recorded anything here
 * @property sum of all of them
 * @property min the smallest of those that recorded anything
 * @property minRank whose that is; the lowest of several
 * @property max the largest
 * @property maxRank whose that is; the lowest of several
 * @property median of those that recorded anything: exact of up to 64, known to 1.6 percent of more; not a number where it is not known
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
    /** The mean of those that recorded anything. */
    public val mean: Double get() = if (count == 0) 0.0 else sum / count

    /** The sample standard deviation of those that recorded anything (divided by [count] - 1); 0 for fewer than two. */
    public val standardDeviation: Double get() = if (count < 2) 0.0 else sqrt(squaresAroundMean / (count - 1))

    /** The mean of all processes. */
    public val meanOfAll: Double get() = if (processCount == 0) 0.0 else sum / processCount

    /**
     * By how many percent of the mean of all processes the largest is above it: 0 where all are alike, and 100 x ([processCount] - 1) where
     * one did everything. Of a negative mean, as of memory given back, they are percent of its magnitude. Not a number where the mean is 0
     * and the largest is not, and where either is infinite.
     */
    public val imbalance: Double
        get() {
            val mean = meanOfAll
            return if (!max.isFinite()) Double.NaN else if (max == mean) 0.0 else if (mean == 0.0) Double.NaN else percentAbove(mean)
        }

    private fun percentAbove(mean: Double) = if (mean.isFinite()) (max - mean) / abs(mean) * 100.0 else Double.NaN

    /**
     * How much less all processes together would have taken, had each waited for the slowest here: ([max] - [meanOfAll]) x [processCount].
     */
    public val lost: Double get() = (max - meanOfAll) * processCount
}
