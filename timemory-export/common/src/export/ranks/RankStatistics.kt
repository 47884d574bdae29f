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
 * ### Thread-safety
 * Immutable.
 *
 * @property processCount of how many processes the results are
 * @property count how many of them recorded laps here
 */
public class RankStatistics internal constructor(
    public val processCount: Int,
    public val count: Int,
    private val sums: List<RankSpread>,
    private val exclusives: List<RankSpread>?,
    internal val kept: KeptValues? = null,
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

    override val titles: List<String> get() = TITLES

    override fun cells(show: (Double) -> String): List<String> {
        val spread = sums.firstOrNull() ?: return listOf("$count of $processCount", "-", "-", "-", "-")
        val imbalance = spread.imbalance
        return listOf(
            "$count of $processCount",
            "${show(spread.min)} (${spread.minRank})",
            show(spread.mean),
            "${show(spread.max)} (${spread.maxRank})",
            if (imbalance.isFinite()) fixed(imbalance, 1) else "-",
        )
    }

    override fun numbers(): DoubleArray {
        val numbers = ArrayList<Double>()
        numbers.add(processCount.toDouble())
        numbers.add(count.toDouble())
        numbers.add(sums.size.toDouble())
        numbers.add(if (exclusives == null) 0.0 else 1.0)
        for (one in sums + exclusives.orEmpty()) {
            numbers.add(one.sum)
            numbers.add(one.min)
            numbers.add(one.minRank.toDouble())
            numbers.add(one.max)
            numbers.add(one.maxRank.toDouble())
            numbers.add(one.squaresAroundMean)
        }
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
            val spreads = if (numbers[3] == 0.0) width else 2 * width
            var at = HEAD
            if (numbers.size < HEAD + SPREAD * spreads) return null
            val all = List(spreads) {
                val one = numbers.copyOfRange(at, at + SPREAD)
                at += SPREAD
                val minRank = wholeOf(one[2]) ?: return null
                val maxRank = wholeOf(one[4]) ?: return null
                RankSpread(processCount, count, one[0], one[1], minRank, one[3], maxRank, one[5])
            }
            val kept = keptIn(numbers, at, width) ?: return null
            return RankStatistics(
                processCount, count, all.take(width), if (spreads > width) all.drop(width) else null, kept.takeIf { it.size > 0 },
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
