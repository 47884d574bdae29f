package timemory.export.ranks

import kotlin.jvm.JvmOverloads
import timemory.InternalTimemoryApi
import timemory.results.CallGraphNode

/**
 * How processes differ at a region, as a file says: of how many of them there is anything, and the spread of each number. It has mean and
 * deviation, of which the sums that they were made of are told again but for their last digits.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 *
 * @param processCount of how many processes the results are
 * @param count how many of them recorded laps there
 * @param width how many numbers a value holds
 * @param areTasks whether it is tasks that differ, and not processes
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

    /** Adds the spread of the next number in raw units: those of the inclusive values, and then those of the exclusive ones. */
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

    /** Adds what the process [rank], which is above those so far, had there: [values] in raw units. */
    public fun keep(rank: Double, values: DoubleArray) {
        if (!isWhole(rank) || values.size != width || kept.size > 0 && rank <= kept.rank(kept.size - 1)) {
            isBroken = true
            return
        }
        val index = kept.add(rank.toInt())
        for (i in values.indices) kept.set(index, i, values[i])
    }

    /**
     * Notes it at [node], of results of [ofAll] processes; `false` where it contradicts itself. Where it is of some of them alone, or of
     * one of several regions that are one here, nothing is noted: of all together it says nothing.
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
