package timemory.export.wire.internal

import timemory.export.wire.internal.WireNode.LastKind

/**
 * Writes the nodes of components in the wire form, one component after another.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 *
 * @param isMerged whether the results come from more than one process
 */
internal class NodeWriter(private val out: WireOutput, private val isMerged: Boolean) {
    private var depthBefore = -1
    private var placeBefore = -1L

    /** The number of nodes of the component so far. */
    var count: Int = 0
        private set

    fun write(node: WireNode) {
        node.writeFields()
        depthBefore = node.depth
        placeBefore = node.place
        count++
    }

    fun endComponent() {
        out.unsigned(depthBefore + 2)
        depthBefore = -1
        placeBefore = -1L
        count = 0
    }

    private fun WireNode.writeFields() {
        out.unsigned(depthBefore + 1 - depth)
        out.unsigned(key.label)
        val isOne = isOneLap()
        val flags = flags(isOne)
        out.unsigned(flags)
        if (flags and NodeFlags.SCOPE != 0) key.writeScope(out)
        out.unsigned(order)
        if (flags and NodeFlags.THREADS != 0) threads.write(out)
        if (flags and NodeFlags.PLACE != 0) out.signed(place - placeBefore)
        if (flags and NodeFlags.INSTRUMENTATION != 0) out.number(instrumentation)
        if (flags and NodeFlags.START != 0) out.unsigned(start)
        if (hasValues) writeValues(flags, isOne)
        if (hasSelf) if (selfExact != null) out.signed(selfExact!!) else self.forEach(out::number)
        if (flags and NodeFlags.RANKS == 0) return
        out.unsigned(rankCount)
        ranksOfSum.write(out, value)
        if (hasSelf) ranksOfSelf.write(out, self)
        if (flags and NodeFlags.KEPT != 0) writeKept()
        if (flags and NodeFlags.MEDIANS != 0) medians.forEach { it.write(out) }
    }

    private fun WireNode.flags(isOne: Boolean): Int {
        var flags = bit(NodeFlags.SELF, hasSelf) or bit(NodeFlags.SELF_EXACT, hasSelf && selfExact != null) or
            bit(NodeFlags.PLACE, place >= 0L) or bit(NodeFlags.THREADS, !threads.isPrimaryAlone) or
            bit(NodeFlags.INSTRUMENTATION, instrumentation.toRawBits() != 0L) or bit(NodeFlags.CONCURRENT, isConcurrent) or
            bit(NodeFlags.SCOPE, !key.isUsual) or bit(NodeFlags.MISSING, hasMissingLaps) or bit(NodeFlags.START, start >= 0L)
        if (!hasValues) return flags
        flags = flags or NodeFlags.VALUES or bit(NodeFlags.ONE, isOne) or bit(NodeFlags.EXACT, exact != null) or
            bit(NodeFlags.LAST_WHOLE, lastKind == LastKind.WHOLE) or bit(NodeFlags.LAST_REAL, lastKind == LastKind.REAL) or
            bit(NodeFlags.OBJECT, isObject) or bit(NodeFlags.UNKNOWN_LAPS, hasUnknownLaps) or bit(NodeFlags.OPEN, openLaps != 0L) or
            bit(NodeFlags.TOO_LARGE, isTooLarge) or bit(NodeFlags.TEXTS, texts.isNotEmpty()) or
            bit(NodeFlags.LAST_TEXT, lastText != null) or bit(NodeFlags.DISTRIBUTION, distribution != null) or
            bit(NodeFlags.UNENDED, !unendedSum.isNaN() && (openLaps != 0L || unendedSum != 0.0))
        val hasRanks = rankCount > 0 && isMerged
        return flags or bit(NodeFlags.RANKS, hasRanks) or bit(NodeFlags.KEPT, hasRanks && kept.size > 0) or
            bit(NodeFlags.MEDIANS, hasRanks && hasMedians)
    }

    private fun bit(flag: Int, isSet: Boolean): Int = if (isSet) flag else 0

    private fun WireNode.isOneLap(): Boolean {
        if (!hasValues || laps != 1L || hasUnknownLaps || lastKind == LastKind.NONE) return false
        if (lastKind == LastKind.WHOLE && (count != 1 || exact != lastWhole)) return false
        for (i in 0 until count) {
            val all = value[i].toRawBits()
            val isLast = lastKind == LastKind.WHOLE || last[i].toRawBits() == all
            val isAlone = counts[i] == 1L && squares[i].toRawBits() == 0L && sum[i].toRawBits() == all
            if (!isLast || !isAlone || min[i].toRawBits() != all || max[i].toRawBits() != all) return false
        }
        val whole = exact ?: return true
        return count == 1 && whole.toDouble().toRawBits() == value[0].toRawBits()
    }

    private fun WireNode.writeValues(flags: Int, isOne: Boolean) {
        if (!isOne && !hasUnknownLaps) out.unsigned(laps)
        if (flags and NodeFlags.OPEN != 0) out.unsigned(openLaps)
        if (flags and NodeFlags.UNENDED != 0) out.number(unendedSum)
        exact?.let(out::signed)
        for (i in 0 until count) if (!isOne) writeNumber(i) else if (exact == null) out.number(value[i])
        if (!isOne && lastKind == LastKind.WHOLE) out.signed(lastWhole)
        if (!isOne && lastKind == LastKind.REAL) last.forEach(out::number)
        if (flags and NodeFlags.TEXTS != 0) {
            out.unsigned(texts.size)
            texts.forEach(out::text)
            out.byte(if (hasMoreTexts) 1 else 0)
        }
        lastText?.let(out::text)
        distribution?.write(out)
    }

    private fun WireNode.writeNumber(i: Int) {
        val isExact = i == 0 && exact != null && exact!!.toDouble().toRawBits() == value[0].toRawBits()
        val hasSum = sum[i].toRawBits() != value[i].toRawBits()
        val hasCount = counts[i] != laps
        val isSpreadUnknown = min[i].isNaN() && max[i].isNaN() && squares[i].isNaN()
        val hasSquares = !isSpreadUnknown && squares[i].toRawBits() != 0L
        out.byte(
            (if (isExact) 0 else NumberFlags.VALUE) or (if (hasSum) NumberFlags.SUM else 0) or (if (hasCount) NumberFlags.COUNT else 0) or
                (if (isSpreadUnknown) NumberFlags.UNKNOWN else 0) or (if (hasSquares) NumberFlags.SQUARES else 0),
        )
        if (!isExact) out.number(value[i])
        if (hasSum) out.number(sum[i])
        if (hasCount) out.unsigned(counts[i])
        if (isSpreadUnknown) return
        out.number(min[i])
        out.number(max[i])
        if (hasSquares) out.number(squares[i])
    }

    private fun WireNode.writeKept() {
        out.unsigned(kept.size)
        var rank = -1
        for (at in 0 until kept.size) {
            out.unsigned(kept.rank(at) - rank - 1)
            rank = kept.rank(at)
            for (i in 0 until count) out.number(kept.number(at, i))
        }
    }
}
