package timemory.export.wire.internal

import timemory.export.ranks.KeptValues
import timemory.export.ranks.RankSpread
import timemory.statistics.plusExact
import timemory.statistics.plusSaturated

/**
 * A node of the wire form, to be read, added to, and written. One object serves for all nodes of a component: nothing is made for each.
 *
 * What two nodes are together is the same as [timemory.Totals] would have it, but for this: whatever the order in which nodes are added,
 * sums of integers, numbers of laps, smallest and largest are the same, and everything else is up to rounding, except for the last lap,
 * which is that of the node added last.
 *
 * ### Thread-safety
 * To be used by one thread at a time.
 *
 * @param isAdditive for each number of a value, whether that of several laps is the sum of theirs
 */
internal class WireNode(private val isAdditive: BooleanArray) {
    /** How many numbers a value has. */
    val count: Int = isAdditive.size

    var depth: Int = -1
    val key: NodeKey = NodeKey()

    /** The place among its siblings when they are shown: smaller ones first. */
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
    var exact: Long? = null
    var isTooLarge: Boolean = false

    /** Whether values are not plain numbers to be added up, but of a component's own kind. */
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

    /** How the value is shown where that is no number; of values without numbers the different ones, the first few. */
    var texts: List<String> = emptyList()
    var hasMoreTexts: Boolean = false
    var distribution: WireDistribution? = null

    var hasSelf: Boolean = false
    val self: DoubleArray = DoubleArray(count)
    var selfExact: Long? = null

    /** How many processes recorded anything here; 0 where that is not known of all. */
    var rankCount: Int = 0
    private val ranksOfSum = RankNumbers(count)
    private val ranksOfSelf = RankNumbers(count)
    val kept: KeptValues = KeptValues(count)

    enum class LastKind { NONE, WHOLE, REAL }

    /** Nothing is known of it. */
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
    }

    /** What [read] finds is of the process [rank] alone; its values are kept for each process from now on if [isKept]. */
    fun becomeRank(rank: Int, isKept: Boolean) {
        if (!hasValues) return
        rankCount = 1
        for (i in 0 until count) {
            ranksOfSum.setOne(i, value[i], rank)
            ranksOfSelf.setOne(i, if (hasSelf) self[i] else value[i], rank)
        }
        if (isKept) kept.add(rank).let { at -> for (i in 0 until count) kept.set(at, i, value[i]) }
    }

    fun shiftRanks(offset: Int) {
        if (rankCount == 0) return
        ranksOfSum.shift(offset)
        ranksOfSelf.shift(offset)
    }

    fun spreads(processCount: Int) = ranksOfSum.spreads(processCount, rankCount)

    fun selfSpreads(processCount: Int) = if (hasSelf) ranksOfSelf.spreads(processCount, rankCount) else null

    fun restoreRanks(count: Int, sums: List<RankSpread>, selves: List<RankSpread>) {
        rankCount = count
        ranksOfSum.restore(sums)
        ranksOfSelf.restore(selves)
    }

    /** Becomes what [other] is, which is of the same component. */
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
    }

    private fun copyLast(other: WireNode) {
        lastKind = other.lastKind
        lastWhole = other.lastWhole
        other.last.copyInto(last)
        lastText = other.lastText
    }

    /** Adds what other processes had here. */
    fun add(other: WireNode) {
        addCircumstances(other)
        addSelf(other)
        if (!other.hasValues) return
        if (!hasValues) return copyValues(other)
        addRanks(other)
        addValues(other)
    }

    /** Adds what the same processes had elsewhere, as a sibling: how processes differ does not follow. */
    fun addSibling(other: WireNode) {
        addCircumstances(other)
        addSelf(other)
        if (other.hasValues) if (hasValues) addValues(other) else copyValues(other)
        becomeSibling()
    }

    /** Forgets what is only known of one node: where it was, and how processes differ. */
    fun becomeSibling() {
        rankCount = 0
        kept.clear()
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
        // When laps of two processes began has no common zero.
        start = -1L
    }

    /** Before values are added: what is not said is the value so far. */
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
            ranksOfSum.add(rankCount, other.ranksOfSum, other.rankCount)
            ranksOfSelf.add(rankCount, other.ranksOfSelf, other.rankCount)
            rankCount += other.rankCount
            kept.addAll(other.kept)
        } else {
            rankCount = 0
            kept.clear()
        }
    }

    private fun addValues(other: WireNode) {
        distribution = null
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
            // What is not known of a part is not known of the whole.
            if (other.min[i] < min[i] || other.min[i].isNaN()) min[i] = other.min[i]
            if (other.max[i] > max[i] || other.max[i].isNaN()) max[i] = other.max[i]
        }
        counts[i] = plusSaturated(counts[i], other.counts[i])
        sum[i] += other.sum[i]
    }

    /** Of values without numbers the first few texts are kept; the text of one with numbers says nothing of two. */
    private fun addTexts(other: WireNode) {
        hasMoreTexts = hasMoreTexts || other.hasMoreTexts
        if (count > 0) texts = emptyList()
        if (count > 0 || texts == other.texts) return
        val all = (texts + other.texts).distinct().sortedWith(::compareTexts)
        hasMoreTexts = hasMoreTexts || all.size > MOST_TEXTS
        texts = all.take(MOST_TEXTS)
    }

    /** Writes it after a node of [depthBefore], with the place [placeBefore]. */
    fun write(out: WireOutput, depthBefore: Int, placeBefore: Long) {
        out.unsigned(depthBefore + 1 - depth)
        out.unsigned(key.label)
        val isOne = isOneLap()
        val flags = flags(isOne)
        out.unsigned(flags)
        if (flags and SCOPE != 0) key.writeScope(out)
        out.unsigned(order)
        if (flags and THREADS != 0) threads.write(out)
        if (flags and PLACE != 0) out.signed(place - placeBefore)
        if (flags and INSTRUMENTATION != 0) out.number(instrumentation)
        if (flags and START != 0) out.unsigned(start)
        if (hasValues) writeValues(out, flags, isOne)
        if (hasSelf) if (selfExact != null) out.signed(selfExact!!) else self.forEach(out::number)
        if (flags and RANKS == 0) return
        out.unsigned(rankCount)
        ranksOfSum.write(out, value)
        if (hasSelf) ranksOfSelf.write(out, self)
        if (flags and KEPT != 0) writeKept(out)
    }

    private fun flags(isOne: Boolean): Int {
        var flags = bit(SELF, hasSelf) or bit(SELF_EXACT, hasSelf && selfExact != null) or bit(PLACE, place >= 0L) or
            bit(THREADS, !threads.isPrimaryAlone) or bit(INSTRUMENTATION, instrumentation.toRawBits() != 0L) or
            bit(CONCURRENT, isConcurrent) or bit(SCOPE, !key.isUsual) or bit(MISSING, hasMissingLaps) or bit(START, start >= 0L)
        if (!hasValues) return flags
        flags = flags or VALUES or bit(ONE, isOne) or bit(EXACT, exact != null) or bit(LAST_WHOLE, lastKind == LastKind.WHOLE) or
            bit(LAST_REAL, lastKind == LastKind.REAL) or bit(OBJECT, isObject) or bit(UNKNOWN_LAPS, hasUnknownLaps) or
            bit(OPEN, openLaps != 0L) or bit(TOO_LARGE, isTooLarge) or bit(TEXTS, texts.isNotEmpty()) or
            bit(LAST_TEXT, lastText != null) or bit(DISTRIBUTION, distribution != null)
        val hasRanks = rankCount > 0 && isMerged
        return flags or bit(RANKS, hasRanks) or bit(KEPT, hasRanks && kept.size > 0)
    }

    private fun bit(flag: Int, isSet: Boolean): Int = if (isSet) flag else 0

    /** Whether these are results of more than one process, of which the wire form says how they differ. */
    var isMerged: Boolean = false

    private fun isOneLap(): Boolean {
        if (!hasValues || laps != 1L || hasUnknownLaps || lastKind == LastKind.NONE) return false
        if (lastKind == LastKind.WHOLE && (count != 1 || exact != lastWhole)) return false
        for (i in 0 until count) {
            val all = value[i].toRawBits()
            val isLast = lastKind == LastKind.WHOLE || last[i].toRawBits() == all
            val isAlone = counts[i] == 1L && squares[i].toRawBits() == 0L && sum[i].toRawBits() == all
            if (!isLast || !isAlone || min[i].toRawBits() != all || max[i].toRawBits() != all) return false
        }
        val told = exact ?: return true
        return count == 1 && told.toDouble().toRawBits() == value[0].toRawBits()
    }

    private fun writeValues(out: WireOutput, flags: Int, isOne: Boolean) {
        if (!isOne && !hasUnknownLaps) out.unsigned(laps)
        if (flags and OPEN != 0) out.unsigned(openLaps)
        exact?.let(out::signed)
        for (i in 0 until count) if (!isOne) writeNumber(out, i) else if (exact == null) out.number(value[i])
        if (!isOne && lastKind == LastKind.WHOLE) out.signed(lastWhole)
        if (!isOne && lastKind == LastKind.REAL) last.forEach(out::number)
        if (flags and TEXTS != 0) {
            out.unsigned(texts.size)
            texts.forEach(out::text)
            out.byte(if (hasMoreTexts) 1 else 0)
        }
        lastText?.let(out::text)
        distribution?.write(out)
    }

    private fun writeNumber(out: WireOutput, i: Int) {
        val isTold = i == 0 && exact != null && exact!!.toDouble().toRawBits() == value[0].toRawBits()
        val hasSum = sum[i].toRawBits() != value[i].toRawBits()
        val hasCount = counts[i] != laps
        val isSpreadUnknown = min[i].isNaN() && max[i].isNaN() && squares[i].isNaN()
        val hasSquares = !isSpreadUnknown && squares[i].toRawBits() != 0L
        out.byte(
            (if (isTold) 0 else NUMBER_VALUE) or (if (hasSum) NUMBER_SUM else 0) or (if (hasCount) NUMBER_COUNT else 0) or
                (if (isSpreadUnknown) NUMBER_UNKNOWN else 0) or (if (hasSquares) NUMBER_SQUARES else 0),
        )
        if (!isTold) out.number(value[i])
        if (hasSum) out.number(sum[i])
        if (hasCount) out.unsigned(counts[i])
        if (isSpreadUnknown) return
        out.number(min[i])
        out.number(max[i])
        if (hasSquares) out.number(squares[i])
    }

    private fun writeKept(out: WireOutput) {
        out.unsigned(kept.size)
        var rank = -1
        for (at in 0 until kept.size) {
            out.unsigned(kept.rank(at) - rank - 1)
            rank = kept.rank(at)
            for (i in 0 until count) out.number(kept.number(at, i))
        }
    }

    /**
     * Reads the next node after one of depth [depthBefore] and place [placeBefore]; `false` at the end of the component.
     *
     * @param labelCount how many labels there are
     * @param processCount of how many processes the results are
     */
    fun read(input: WireInput, depthBefore: Int, placeBefore: Long, labelCount: Int, processCount: Int): Boolean {
        clear()
        isMerged = processCount > 1
        depth = depthBefore + 1 - input.count(depthBefore + 2, "how many regions end before the next one")
        if (depth < 0) return false
        val start = input.offset
        val label = input.count(Int.MAX_VALUE, "the number of a label")
        if (label >= labelCount) input.damaged("label $label of $labelCount", start)
        key.label = label
        val flags = input.count(ALL_FLAGS, "what is told of a region")
        if (flags and SCOPE != 0) key.readScope(input)
        order = input.count(Int.MAX_VALUE, "the place of a region")
        if (flags and THREADS != 0) threads.read(input) else threads.becomePrimary()
        if (flags and PLACE != 0) place = (placeBefore + input.signed()).also { if (it < 0L) input.damaged("place $it of a region") }
        if (flags and INSTRUMENTATION != 0) instrumentation = input.number()
        isConcurrent = flags and CONCURRENT != 0
        hasMissingLaps = flags and MISSING != 0
        if (flags and START != 0) this.start = input.unsigned().also { if (it < 0L) input.damaged("a time of more than 63 bits") }
        if (flags and VALUES != 0) readValues(input, flags) else if (flags and ONLY_WITH_VALUES != 0) input.damaged("values of no laps")
        if (flags and SELF != 0) readSelf(input, flags)
        if (flags and RANKS != 0) readRanks(input, flags, processCount)
        return true
    }

    private fun readValues(input: WireInput, flags: Int) {
        hasValues = true
        val isOne = flags and ONE != 0
        hasUnknownLaps = flags and UNKNOWN_LAPS != 0
        isTooLarge = flags and TOO_LARGE != 0
        isObject = flags and OBJECT != 0
        laps = if (isOne) 1L else if (hasUnknownLaps) 0L else laps(input)
        if (flags and OPEN != 0) openLaps = laps(input)
        exact = if (flags and EXACT != 0) input.signed() else null
        lastKind = if (flags and LAST_WHOLE != 0) LastKind.WHOLE else if (flags and LAST_REAL != 0) LastKind.REAL else LastKind.NONE
        if (lastKind == LastKind.WHOLE && count != 1 || exact != null && count == 0) input.damaged("a whole number of a value without one")
        if (isOne && (hasUnknownLaps || exact != null && count != 1)) input.damaged("a single lap that is none")
        for (i in 0 until count) if (isOne) readOneLap(input, i) else readNumber(input, i)
        if (lastKind == LastKind.WHOLE) lastWhole = if (isOne) exact ?: value[0].toLong() else input.signed()
        if (lastKind == LastKind.REAL) for (i in 0 until count) last[i] = if (isOne) value[i] else input.number()
        if (flags and TEXTS != 0) {
            texts = List(input.count(MOST_TEXTS, "the number of texts")) { input.text(LONGEST_TEXT, "a value") }
            hasMoreTexts = input.count(1, "whether there are more texts") == 1
        }
        if (flags and LAST_TEXT != 0) lastText = input.text(LONGEST_TEXT, "a value")
        if (flags and DISTRIBUTION != 0) distribution = WireDistribution.read(input)
    }

    private fun laps(input: WireInput): Long = input.unsigned().also { if (it < 0L) input.damaged("a number of laps of more than 63 bits") }

    private fun readOneLap(input: WireInput, i: Int) {
        value[i] = exact?.toDouble() ?: input.number()
        sum[i] = value[i]
        min[i] = value[i]
        max[i] = value[i]
        counts[i] = 1L
    }

    private fun readNumber(input: WireInput, i: Int) {
        val flags = input.byte()
        val told = if (i == 0) exact else null
        if (told == null && flags and NUMBER_VALUE == 0) input.damaged("a number without its value")
        value[i] = if (flags and NUMBER_VALUE != 0) input.number() else told!!.toDouble()
        sum[i] = if (flags and NUMBER_SUM != 0) input.number() else value[i]
        counts[i] = if (flags and NUMBER_COUNT != 0) laps(input) else laps
        if (flags and NUMBER_UNKNOWN != 0) {
            min[i] = Double.NaN
            max[i] = Double.NaN
            squares[i] = Double.NaN
            return
        }
        min[i] = input.number()
        max[i] = input.number()
        if (flags and NUMBER_SQUARES != 0) squares[i] = input.number()
    }

    private fun readSelf(input: WireInput, flags: Int) {
        hasSelf = true
        if (flags and SELF_EXACT == 0) {
            for (i in 0 until count) self[i] = input.number()
            return
        }
        if (count == 0) input.damaged("an exclusive number of a value without one")
        val exact = input.signed()
        selfExact = exact
        self.fill(exact.toDouble())
    }

    private fun readRanks(input: WireInput, flags: Int, processCount: Int) {
        if (!isMerged) input.damaged("a comparison of one process")
        rankCount = input.count(processCount, "the number of processes at a region")
        if (rankCount == 0) input.damaged("a comparison of no processes")
        ranksOfSum.read(input, value)
        if (hasSelf) ranksOfSelf.read(input, self) else ranksOfSelf.copyFrom(ranksOfSum)
        if (flags and KEPT == 0) return
        var rank = -1L
        for (at in 0 until input.count(rankCount, "the number of processes of which values were kept")) {
            rank += 1L + input.count(MOST_RANK, "a rank")
            if (rank > MOST_RANK) input.damaged("rank $rank")
            val index = kept.add(rank.toInt())
            for (i in 0 until count) kept.set(index, i, input.number())
        }
    }

    private companion object {
        const val VALUES = 1
        const val ONE = 1 shl 1
        const val EXACT = 1 shl 2
        const val SELF = 1 shl 3
        const val PLACE = 1 shl 4
        const val THREADS = 1 shl 5
        const val INSTRUMENTATION = 1 shl 6
        const val CONCURRENT = 1 shl 7
        const val RANKS = 1 shl 8
        const val LAST_WHOLE = 1 shl 9
        const val LAST_REAL = 1 shl 10
        const val OBJECT = 1 shl 11
        const val SCOPE = 1 shl 12
        const val UNKNOWN_LAPS = 1 shl 13
        const val OPEN = 1 shl 14
        const val TOO_LARGE = 1 shl 15
        const val TEXTS = 1 shl 16
        const val LAST_TEXT = 1 shl 17
        const val DISTRIBUTION = 1 shl 18
        const val MISSING = 1 shl 19
        const val START = 1 shl 20
        const val SELF_EXACT = 1 shl 21
        const val KEPT = 1 shl 22
        const val ALL_FLAGS = (1 shl 23) - 1
        const val ONLY_WITH_VALUES = ONE or EXACT or RANKS or LAST_WHOLE or LAST_REAL or OBJECT or UNKNOWN_LAPS or OPEN or TOO_LARGE or
            TEXTS or LAST_TEXT or DISTRIBUTION or KEPT

        const val NUMBER_VALUE = 1
        const val NUMBER_SUM = 2
        const val NUMBER_COUNT = 4
        const val NUMBER_UNKNOWN = 8
        const val NUMBER_SQUARES = 16

        const val MOST_TEXTS = 8
    }
}
