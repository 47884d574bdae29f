package timemory.export.wire.internal

import timemory.export.wire.internal.WireNode.LastKind

/**
 * Reads nodes written by [NodeWriter], and rejects anything that it would not write.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param labelCount the number of labels in the table
 * @param processCount how many processes the results come from
 */
internal class NodeReader(private val input: WireInput, private val labelCount: Int, private val processCount: Int) {
    /** Reads the next node into [node], which must be the previous one or new. Returns `false` at the end of the component. */
    fun read(node: WireNode): Boolean = node.readFields(node.depth, node.place)

    private fun WireNode.readFields(depthBefore: Int, placeBefore: Long): Boolean {
        clear()
        depth = depthBefore + 1 - input.count(depthBefore + 2, "how many regions end before the next one")
        if (depth < 0) return false
        val begin = input.offset
        val label = input.count(Int.MAX_VALUE, "the number of a label")
        if (label >= labelCount) input.damaged("label $label of $labelCount", begin)
        key.label = label
        val flags = input.count(NodeFlags.ALL, "the flags of a region")
        if (flags and NodeFlags.SCOPE != 0) key.readScope(input)
        order = input.count(Int.MAX_VALUE, "the place of a region")
        if (flags and NodeFlags.THREADS != 0) threads.read(input) else threads.becomePrimary()
        if (flags and NodeFlags.PLACE != 0) {
            place = placeBefore + input.signed()
            if (place < 0L) input.damaged("place $place of a region")
        }
        if (flags and NodeFlags.INSTRUMENTATION != 0) instrumentation = input.number()
        isConcurrent = flags and NodeFlags.CONCURRENT != 0
        hasMissingLaps = flags and NodeFlags.MISSING != 0
        if (flags and NodeFlags.START != 0) start = input.unsigned().also { if (it < 0L) input.damaged("a time of more than 63 bits") }
        if (flags and NodeFlags.VALUES != 0) readValues(flags)
        else if (flags and NodeFlags.ONLY_WITH_VALUES != 0) input.damaged("values of no laps")
        if (flags and NodeFlags.SELF != 0) readSelf(flags)
        if (flags and NodeFlags.RANKS != 0) readRanks(flags)
        return true
    }

    private fun WireNode.readValues(flags: Int) {
        hasValues = true
        val isOne = flags and NodeFlags.ONE != 0
        hasUnknownLaps = flags and NodeFlags.UNKNOWN_LAPS != 0
        isTooLarge = flags and NodeFlags.TOO_LARGE != 0
        isObject = flags and NodeFlags.OBJECT != 0
        laps = if (isOne) 1L else if (hasUnknownLaps) 0L else readLaps()
        if (flags and NodeFlags.OPEN != 0) openLaps = readLaps()
        unendedSum = if (flags and NodeFlags.UNENDED != 0) input.number() else if (openLaps == 0L) 0.0 else Double.NaN
        exact = if (flags and NodeFlags.EXACT != 0) input.signed() else null
        lastKind = when {
            flags and NodeFlags.LAST_WHOLE != 0 -> LastKind.WHOLE
            flags and NodeFlags.LAST_REAL != 0 -> LastKind.REAL
            else -> LastKind.NONE
        }
        if (lastKind == LastKind.WHOLE && count != 1 || exact != null && count == 0) input.damaged("a whole number of a value without one")
        if (isOne && (hasUnknownLaps || exact != null && count != 1)) input.damaged("a single lap that is none")
        for (i in 0 until count) if (isOne) readOneLap(i) else readNumber(i)
        if (lastKind == LastKind.WHOLE) lastWhole = if (isOne) exact ?: value[0].toLong() else input.signed()
        if (lastKind == LastKind.REAL) for (i in 0 until count) last[i] = if (isOne) value[i] else input.number()
        if (flags and NodeFlags.TEXTS != 0) {
            texts = List(input.count(WireNode.MAX_TEXTS, "the number of texts")) { input.text(MAX_TEXT_LENGTH, "a value") }
            hasMoreTexts = input.count(1, "whether there are more texts") == 1
        }
        if (flags and NodeFlags.LAST_TEXT != 0) lastText = input.text(MAX_TEXT_LENGTH, "a value")
        if (flags and NodeFlags.DISTRIBUTION != 0) distribution = WireDistribution.read(input)
    }

    private fun readLaps(): Long = input.unsigned().also { if (it < 0L) input.damaged("a number of laps of more than 63 bits") }

    private fun WireNode.readOneLap(i: Int) {
        value[i] = exact?.toDouble() ?: input.number()
        sum[i] = value[i]
        min[i] = value[i]
        max[i] = value[i]
        counts[i] = 1L
    }

    private fun WireNode.readNumber(i: Int) {
        val flags = input.byte()
        val whole = if (i == 0) exact else null
        if (whole == null && flags and NumberFlags.VALUE == 0) input.damaged("a number without its value")
        value[i] = if (flags and NumberFlags.VALUE != 0) input.number() else whole!!.toDouble()
        sum[i] = if (flags and NumberFlags.SUM != 0) input.number() else value[i]
        counts[i] = if (flags and NumberFlags.COUNT != 0) readLaps() else laps
        if (flags and NumberFlags.UNKNOWN != 0) {
            min[i] = Double.NaN
            max[i] = Double.NaN
            squares[i] = Double.NaN
            return
        }
        min[i] = input.number()
        max[i] = input.number()
        if (flags and NumberFlags.SQUARES != 0) squares[i] = input.number()
    }

    private fun WireNode.readSelf(flags: Int) {
        hasSelf = true
        if (flags and NodeFlags.SELF_EXACT == 0) {
            for (i in 0 until count) self[i] = input.number()
            return
        }
        if (count == 0) input.damaged("an exclusive number of a value without one")
        val exact = input.signed()
        selfExact = exact
        self.fill(exact.toDouble())
    }

    private fun WireNode.readRanks(flags: Int) {
        if (processCount < 2) input.damaged("a comparison of one process")
        rankCount = input.count(processCount, "the number of processes at a region")
        if (rankCount == 0) input.damaged("a comparison of no processes")
        ranksOfSum.read(input, value)
        if (hasSelf) ranksOfSelf.read(input, self) else ranksOfSelf.copyFrom(ranksOfSum)
        if (flags and NodeFlags.KEPT != 0) readKept()
        hasMedians = flags and NodeFlags.MEDIANS != 0
        if (hasMedians) medians.forEach { it.read(input) }
    }

    private fun WireNode.readKept() {
        var rank = -1L
        for (at in 0 until input.count(rankCount, "the number of processes of which values were kept")) {
            rank += 1L + input.count(MAX_RANK, "a rank")
            if (rank > MAX_RANK) input.damaged("rank $rank")
            val index = kept.add(rank.toInt())
            for (i in 0 until count) kept.set(index, i, input.number())
        }
    }
}
