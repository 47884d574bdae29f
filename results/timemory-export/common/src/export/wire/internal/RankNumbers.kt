package timemory.export.wire.internal

import timemory.export.data.internal.UnusableData
import timemory.export.ranks.RankSpread

/**
 * Accumulates and writes statistics over processes for the [width] numbers that each has at a node: the fields of [RankSpread] as arrays.
 *
 * NaN counts as both the minimum and the maximum, so that its rank is found; sum and spread are then NaN as well.
 */
internal class RankNumbers(private val width: Int) {
    private val sum = DoubleArray(width)
    private val min = DoubleArray(width)
    private val minRank = IntArray(width)
    private val max = DoubleArray(width)
    private val maxRank = IntArray(width)
    private val squares = DoubleArray(width)

    fun setOne(element: Int, value: Double, rank: Int) {
        sum[element] = value
        min[element] = value
        max[element] = value
        minRank[element] = rank
        maxRank[element] = rank
        squares[element] = 0.0
    }

    fun copyFrom(other: RankNumbers) {
        other.sum.copyInto(sum)
        other.min.copyInto(min)
        other.minRank.copyInto(minRank)
        other.max.copyInto(max)
        other.maxRank.copyInto(maxRank)
        other.squares.copyInto(squares)
    }

    /** Merges [others] of other processes into the statistics of [count], by Chan, Golub and LeVeque's update; neither count is 0. */
    fun add(count: Int, others: RankNumbers, othersCount: Int) {
        val all = count.toDouble() + othersCount
        for (i in 0 until width) {
            val distance = others.sum[i] / othersCount - sum[i] / count
            squares[i] += others.squares[i] + distance * distance * (count.toDouble() * othersCount / all)
            sum[i] += others.sum[i]
            if (isBefore(others.min[i], others.minRank[i], min[i], minRank[i], 1)) {
                min[i] = others.min[i]
                minRank[i] = others.minRank[i]
            }
            if (isBefore(others.max[i], others.maxRank[i], max[i], maxRank[i], -1)) {
                max[i] = others.max[i]
                maxRank[i] = others.maxRank[i]
            }
        }
    }

    private fun isBefore(value: Double, rank: Int, than: Double, thanRank: Int, sign: Int): Boolean {
        if (value.isNaN() || than.isNaN()) return value.isNaN() && (!than.isNaN() || rank < thanRank)
        return if (value == than) rank < thanRank else (value < than) == (sign > 0)
    }

    /** Writes the statistics; sums that equal [known] are left out. */
    fun write(out: WireOutput, known: DoubleArray) {
        for (i in 0 until width) {
            val isKnown = sum[i].toRawBits() == known[i].toRawBits()
            out.byte((if (isKnown) 0 else SUM) or (if (squares[i].toRawBits() == 0L) 0 else SQUARES))
            if (!isKnown) out.number(sum[i])
            out.number(min[i])
            out.unsigned(minRank[i])
            out.number(max[i])
            out.unsigned(maxRank[i])
            if (squares[i].toRawBits() != 0L) out.number(squares[i])
        }
    }

    fun read(input: WireInput, known: DoubleArray) {
        for (i in 0 until width) {
            val flags = input.byte()
            sum[i] = if (flags and SUM != 0) input.number() else known[i]
            min[i] = input.number()
            minRank[i] = input.count(MAX_RANK, "a rank")
            max[i] = input.number()
            maxRank[i] = input.count(MAX_RANK, "a rank")
            squares[i] = if (flags and SQUARES != 0) input.number() else 0.0
        }
    }

    /** Adds [offset] to all ranks. */
    fun shift(offset: Int) {
        for (i in 0 until width) {
            minRank[i] = higher(minRank[i], offset)
            maxRank[i] = higher(maxRank[i], offset)
        }
    }

    fun spreads(processCount: Int, count: Int, median: (Int) -> Double): List<RankSpread> = List(width) { i ->
        RankSpread(processCount, count, sum[i], min[i], minRank[i], max[i], maxRank[i], squares[i], median(i))
    }

    fun restore(spreads: List<RankSpread>) {
        for ((i, one) in spreads.withIndex()) {
            sum[i] = one.sum
            min[i] = one.min
            minRank[i] = one.minRank
            max[i] = one.max
            maxRank[i] = one.maxRank
            squares[i] = one.squaresAroundMean
        }
    }

    private companion object {
        const val SUM = 1
        const val SQUARES = 2
    }
}

/** Returns [rank] plus [offset]; both are at most [MAX_RANK]. */
internal fun higher(rank: Int, offset: Int): Int {
    val higher = rank.toLong() + offset
    if (higher > MAX_RANK) throw UnusableData("has rank $rank, which becomes $higher among the others: $MAX_RANK is the highest")
    return higher.toInt()
}

/** The highest rank that a process can have. */
internal const val MAX_RANK: Int = 1_000_000_000
