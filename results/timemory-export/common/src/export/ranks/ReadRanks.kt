package timemory.export.ranks

import kotlin.jvm.JvmOverloads
import timemory.InternalTimemoryApi
import timemory.results.CallGraphNode

/**
 * The differences between processes at a region, as given by a file: how many of them have values, and the spread of each number. The file
 * has mean and deviation, from which the sums behind them are restored except for their last digits.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param processCount how many processes the results come from
 * @param count how many of them recorded laps there
 * @param width how many numbers a value holds
 * @param areTasks whether tasks rather than processes are compared
 */
@InternalTimemoryApi
public class ReadRanks @JvmOverloads constructor(
    private val processCount: Double,
    private val count: Double,
    private val width: Int,
    private val areTasks: Boolean = false,
) {
    private val spreads = ArrayList<RankSpread>()
    private val kept = KeptValues(width)
    private val isUsable = width > 0 && isWhole(processCount) && isWhole(count) && count in 1.0..processCount
    private var isBroken = false

    /** Adds the spread of the next number in raw units: first those of the inclusive values, then those of the exclusive ones. */
    @JvmOverloads
    public fun add(
        min: Double,
        minRank: Double,
        max: Double,
        maxRank: Double,
        mean: Double,
        deviation: Double,
        median: Double = Double.NaN,
    ) {
        if (!isUsable || !isWhole(minRank) || !isWhole(maxRank)) {
            isBroken = true
            return
        }
        val squares = if (count < 2.0) 0.0 else deviation * deviation * (count - 1.0)
        spreads.add(
            RankSpread(processCount.toInt(), count.toInt(), mean * count, min, minRank.toInt(), max, maxRank.toInt(), squares, median),
        )
    }

    /** Adds the values of the process [rank], which must be above those so far: [values] in raw units. */
    public fun keep(rank: Double, values: DoubleArray) {
        if (!isWhole(rank) || values.size != width || kept.size > 0 && rank <= kept.rank(kept.size - 1)) {
            isBroken = true
            return
        }
        val index = kept.add(rank.toInt())
        for (i in values.indices) kept.set(index, i, values[i])
    }

    /**
     * Stores the statistics at [node], whose results are of [ofAll] processes. Returns `false` if they contradict themselves. Nothing is
     * stored if they cover only some of the processes, or one of several regions that are joined here.
     */
    public fun noteAt(node: CallGraphNode, ofAll: Int): Boolean {
        if (isBroken || !isUsable || spreads.size != width && spreads.size != 2 * width) return false
        val isOfAll = (areTasks || processCount == ofAll.toDouble()) && node.facts == null
        node.facts = if (isOfAll) RankStatistics(
            processCount.toInt(), count.toInt(), spreads.take(width), spreads.drop(width).ifEmpty { null }, kept.takeIf { it.size > 0 },
            areTasks,
        ) else null
        return true
    }

    private fun isWhole(number: Double): Boolean = number >= 0.0 && number <= Int.MAX_VALUE && number.toInt().toDouble() == number
}
