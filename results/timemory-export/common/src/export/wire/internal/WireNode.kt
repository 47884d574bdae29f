package timemory.export.wire.internal

import timemory.export.ranks.KeptValues
import timemory.export.ranks.RankSpread
import timemory.statistics.plusExact
import timemory.statistics.plusSaturated

/**
 * A node of the wire form, which can be read ([NodeReader]), merged, and written ([NodeWriter]). One mutable object serves all nodes of a
 * component, so that no memory is allocated per node.
 *
 * Merging two nodes gives the same result as [timemory.Totals], independent of the order: exactly for integer sums, lap counts, minima and
 * maxima, and up to rounding for everything else, except for the last lap, which is that of the node added last.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param isAdditive for each number of a value, whether the number of several laps is their sum
 */
internal class WireNode(private val isAdditive: BooleanArray) {
    /** How many numbers a value holds. */
    val count: Int = isAdditive.size

    var depth: Int = -1
    val key: NodeKey = NodeKey()

    /** The index among its siblings in display order. */
    var order: Int = 0
    val threads: ThreadNumbers = ThreadNumbers()
    var place: Long = -1L
    var instrumentation: Double = 0.0
    var isConcurrent: Boolean = false
    var hasMissingLaps: Boolean = false
    var start: Long = -1L

    var hasValues: Boolean = false
    var laps: Long = 0L
    var hasUnknownLaps: Boolean = false
    var openLaps: Long = 0L

    /** See [timemory.Totals.unendedSum]. */
    var unendedSum: Double = 0.0
    var exact: Long? = null
    var isTooLarge: Boolean = false

    /** Whether values are of a component-specific type rather than plain numbers that can be added up. */
    var isObject: Boolean = false
    val value: DoubleArray = DoubleArray(count)
    val sum: DoubleArray = DoubleArray(count)
    val counts: LongArray = LongArray(count)
    val min: DoubleArray = DoubleArray(count)
    val max: DoubleArray = DoubleArray(count)
    val squares: DoubleArray = DoubleArray(count)

    var lastKind: LastKind = LastKind.NONE
    var lastWhole: Long = 0L
    val last: DoubleArray = DoubleArray(count)
    var lastText: String? = null

    /** How a non-numeric value is shown; for values without numbers, the first few different ones. */
    var texts: List<String> = emptyList()
    var hasMoreTexts: Boolean = false
    var distribution: WireDistribution? = null

    var hasSelf: Boolean = false
    val self: DoubleArray = DoubleArray(count)
    var selfExact: Long? = null

    /** How many processes recorded anything here; 0 if that is unknown for any of them. */
    var rankCount: Int = 0
    val ranksOfSum = RankNumbers(count)
    val ranksOfSelf = RankNumbers(count)
    val kept: KeptValues = KeptValues(count)

    /** Whether [medians] contain the values of each process here. */
    var hasMedians: Boolean = false
    val medians: Array<MedianSketch> = Array(count) { MedianSketch() }

    enum class LastKind { NONE, WHOLE, REAL }

    /** Resets all fields. */
    fun clear() {
        key.clear()
        order = 0
        threads.clear()
        place = -1L
        instrumentation = 0.0
        isConcurrent = false
        hasMissingLaps = false
        start = -1L
        clearValues()
        hasSelf = false
        selfExact = null
    }

    private fun clearValues() {
        hasValues = false
        laps = 0L
        hasUnknownLaps = false
        openLaps = 0L
        unendedSum = 0.0
        exact = null
        isTooLarge = false
        isObject = false
        value.fill(0.0)
        sum.fill(0.0)
        counts.fill(0L)
        min.fill(0.0)
        max.fill(0.0)
        squares.fill(0.0)
        lastKind = LastKind.NONE
        lastText = null
        texts = emptyList()
        hasMoreTexts = false
        distribution = null
        rankCount = 0
        kept.clear()
        hasMedians = false
    }

    /**
     * Attributes the values to only the process [rank]. From now on, the values of each process are kept if [isKept], and enough for their
     * median if [withMedians].
     */
    fun becomeRank(rank: Int, isKept: Boolean, withMedians: Boolean) {
        if (!hasValues) return
        rankCount = 1
        for (i in 0 until count) {
            ranksOfSum.setOne(i, value[i], rank)
            ranksOfSelf.setOne(i, if (hasSelf) self[i] else value[i], rank)
        }
        hasMedians = withMedians
        if (withMedians) for (i in 0 until count) medians[i].setOne(value[i])
        if (isKept) kept.add(rank).let { at -> for (i in 0 until count) kept.set(at, i, value[i]) }
    }

    /** Adds [offset] to the ranks of its processes. */
    fun shiftRanks(offset: Int) {
        if (rankCount == 0) return
        ranksOfSum.shift(offset)
        ranksOfSelf.shift(offset)
        if (kept.size > 0) kept.changeRanks { higher(it, offset) }
    }

    fun spreads(processCount: Int) = ranksOfSum.spreads(processCount, rankCount, ::medianOf)

    private fun medianOf(element: Int): Double {
        if (hasMedians) return medians[element].median()
        if (kept.size != rankCount) return Double.NaN
        val sorted = kept.values(element).also { it.sort() }
        return (sorted[(sorted.size - 1) / 2] + sorted[sorted.size / 2]) / 2
    }

    fun selfSpreads(processCount: Int) = if (hasSelf) ranksOfSelf.spreads(processCount, rankCount) { Double.NaN } else null

    fun restoreRanks(count: Int, sums: List<RankSpread>, selves: List<RankSpread>) {
        rankCount = count
        ranksOfSum.restore(sums)
        ranksOfSelf.restore(selves)
    }

    /** Copies [other], which must be of the same component. */
    fun copyFrom(other: WireNode) {
        depth = other.depth
        key.copyFrom(other.key)
        order = other.order
        threads.copyFrom(other.threads)
        place = other.place
        instrumentation = other.instrumentation
        isConcurrent = other.isConcurrent
        hasMissingLaps = other.hasMissingLaps
        start = other.start
        hasSelf = other.hasSelf
        other.self.copyInto(self)
        selfExact = other.selfExact
        copyValues(other)
    }

    private fun copyValues(other: WireNode) {
        hasValues = other.hasValues
        laps = other.laps
        hasUnknownLaps = other.hasUnknownLaps
        openLaps = other.openLaps
        unendedSum = other.unendedSum
        exact = other.exact
        isTooLarge = other.isTooLarge
        isObject = other.isObject
        other.value.copyInto(value)
        other.sum.copyInto(sum)
        other.counts.copyInto(counts)
        other.min.copyInto(min)
        other.max.copyInto(max)
        other.squares.copyInto(squares)
        copyLast(other)
        texts = other.texts
        hasMoreTexts = other.hasMoreTexts
        distribution = other.distribution
        rankCount = other.rankCount
        ranksOfSum.copyFrom(other.ranksOfSum)
        ranksOfSelf.copyFrom(other.ranksOfSelf)
        kept.clear()
        kept.addAll(other.kept)
        hasMedians = other.hasMedians
        if (hasMedians) for (i in 0 until count) medians[i].copyFrom(other.medians[i])
    }

    private fun copyLast(other: WireNode) {
        lastKind = other.lastKind
        lastWhole = other.lastWhole
        other.last.copyInto(last)
        lastText = other.lastText
    }

    /** Adds the values of other processes at the same node. */
    fun add(other: WireNode) {
        addCircumstances(other)
        addSelf(other)
        if (!other.hasValues) return
        if (!hasValues) return copyValues(other)
        addRanks(other)
        addValues(other)
    }

    /**
     * Adds the values of the same processes at a sibling. The differences between processes are dropped, because they cannot be derived.
     */
    fun addSibling(other: WireNode) {
        addCircumstances(other)
        addSelf(other)
        if (other.hasValues) if (hasValues) addValues(other) else copyValues(other)
        becomeSibling()
    }

    /** Drops what applies to a single node only: its time and the differences between processes. */
    fun becomeSibling() {
        rankCount = 0
        kept.clear()
        hasMedians = false
        start = -1L
        place = -1L
    }

    private fun addCircumstances(other: WireNode) {
        order = minOf(order, other.order)
        threads.addAll(other.threads)
        if (place < 0L || other.place in 0L..place) place = other.place
        instrumentation += other.instrumentation
        isConcurrent = isConcurrent || other.isConcurrent
        hasMissingLaps = hasMissingLaps || other.hasMissingLaps
        // The times of two processes have no common origin.
        start = -1L
    }

    /** Adds exclusive values, before inclusive ones are added: a missing exclusive value equals the inclusive value so far. */
    private fun addSelf(other: WireNode) {
        if (!hasSelf && !other.hasSelf) return
        val own = if (hasSelf) selfExact else if (hasValues) exact else 0L
        val others = if (other.hasSelf) other.selfExact else if (other.hasValues) other.exact else 0L
        val isBoth = hasValues && other.hasValues
        for (i in 0 until count) {
            val sum = (if (hasSelf) self[i] else value[i]) + (if (other.hasSelf) other.self[i] else other.value[i])
            self[i] = if (isBoth && !isAdditive[i]) Double.NaN else sum
        }
        selfExact = plusExact(own, others)
        hasSelf = true
    }

    private fun addRanks(other: WireNode) {
        if (rankCount > 0 && other.rankCount > 0) {
            // If only some processes had values, the others would seem to have none.
            val isAllKept = kept.size == rankCount && other.kept.size == other.rankCount
            ranksOfSum.add(rankCount, other.ranksOfSum, other.rankCount)
            ranksOfSelf.add(rankCount, other.ranksOfSelf, other.rankCount)
            rankCount += other.rankCount
            if (isAllKept) kept.addAll(other.kept) else kept.clear()
            hasMedians = hasMedians && other.hasMedians
            if (hasMedians) for (i in 0 until count) medians[i].add(other.medians[i])
        } else {
            rankCount = 0
            kept.clear()
            hasMedians = false
        }
    }

    private fun addValues(other: WireNode) {
        distribution = distribution?.plus(other.distribution)
        val all = plusExact(exact, other.exact)
        isTooLarge = isTooLarge || other.isTooLarge || all == null && exact != null && other.exact != null
        exact = all
        for (i in 0 until count) {
            addNumber(i, other)
            value[i] = if (isAdditive[i]) value[i] + other.value[i] else Double.NaN
        }
        isObject = isObject || other.isObject || count == 1 && !isAdditive[0]
        if (isObject) exact = null
        if (!isObject && count == 1) value[0] = sum[0]
        laps = plusSaturated(laps, other.laps)
        openLaps = plusSaturated(openLaps, other.openLaps)
        unendedSum += other.unendedSum
        hasUnknownLaps = hasUnknownLaps || other.hasUnknownLaps
        copyLast(other)
        addTexts(other)
    }

    private fun addNumber(i: Int, other: WireNode) {
        if (hasUnknownLaps || other.hasUnknownLaps) {
            min[i] = Double.NaN
            max[i] = Double.NaN
            squares[i] = Double.NaN
        } else if (counts[i] == 0L) {
            min[i] = other.min[i]
            max[i] = other.max[i]
            squares[i] = other.squares[i]
        } else if (other.counts[i] != 0L) {
            val own = counts[i].toDouble()
            val others = other.counts[i].toDouble()
            val distance = other.sum[i] / others - sum[i] / own
            squares[i] += other.squares[i] + distance * distance * (own * others / (own + others))
            // NaN wins: if a part is unknown, so is the whole.
            if (other.min[i] < min[i] || other.min[i].isNaN()) min[i] = other.min[i]
            if (other.max[i] > max[i] || other.max[i].isNaN()) max[i] = other.max[i]
        }
        counts[i] = plusSaturated(counts[i], other.counts[i])
        sum[i] += other.sum[i]
    }

    /** Keeps the first few texts of values without numbers. The text of a value with numbers is meaningless for two. */
    private fun addTexts(other: WireNode) {
        hasMoreTexts = hasMoreTexts || other.hasMoreTexts
        if (count > 0) texts = emptyList()
        if (count > 0 || texts == other.texts) return
        val all = (texts + other.texts).distinct().sortedWith(::compareTexts)
        hasMoreTexts = hasMoreTexts || all.size > MAX_TEXTS
        texts = all.take(MAX_TEXTS)
    }

    companion object {
        /** How many texts of values without numbers are kept. */
        const val MAX_TEXTS: Int = 8
    }
}
