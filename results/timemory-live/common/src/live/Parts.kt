@file:JvmName("Parts")

package timemory.live

import kotlin.jvm.JvmName
import timemory.ExperimentalTimemoryApi
import timemory.Totals
import timemory.output.CompactFacts
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results
import timemory.statistics.Statistics
import timemory.statistics.minusExact

/**
 * Returns the results since [earlier], which must be results of the same session: two calls of `Timemory.results()`, or two checkpoints.
 * Nodes that recorded nothing in between are left out, and so are earlier problems. From Java: `Parts.since(later, earlier)`.
 *
 * A lap that was open at the earlier time counts only from then on. So the sums of consecutive parts add up to the total, and the laps
 * that [ended in them][Totals.endedLaps], with [their full duration][Totals.endedSum], are all that ended. Some numbers of a part are
 * unknown (`NaN`): the minimum and maximum are known if they changed, for a single lap, and to three digits if `PERCENTILES` are enabled;
 * the spread is known unless laps were open at the earlier time. Values that do not add up, such as a memory high-water mark, are those of
 * the later time. GPU timelines and sampled process metrics are left out.
 *
 * @throws IllegalArgumentException if [earlier] is of another process, or newer than these results
 */
@ExperimentalTimemoryApi
public fun Results.since(earlier: Results): Results {
    require(earlier.processId == processId && earlier.processCount == processCount) {
        "results of process $processId have no part since results of process ${earlier.processId}"
    }
    require(earlier.madeAt <= madeAt) { "these results are older: subtract the older from the newer ones" }
    val known = earlier.problems.toHashSet()
    val parts = graphs.mapNotNull { partOf(it, earlier[it.type.id]) }
    // Rows of sampled metrics may have been merged since, so that a row can start before the part.
    val facts = if ((attachments as? CompactFacts)?.overTime == null) attachments else null
    val new = problems.filter { it !in known }
    return Results(parts, processId, threadCount, new, processCount, null, metadata, facts, madeAt, threadNames)
}

/** A node at two times; [earlier] is `null` if it did not exist at the earlier one. */
private class Moments(val later: CallGraphNode, val earlier: CallGraphNode?, val above: Moments?) {
    /** Whether anything was recorded in between, here or below. */
    var hasChanged: Boolean = false

    /** The node that represents it in the part. */
    var made: CallGraphNode? = null
}

/** Returns the results of one component between [earlier] and [later]; `null` if there are none. */
private fun partOf(later: CallGraph, earlier: CallGraph?): CallGraph? {
    val all = arrayListOf(Moments(later.root, earlier?.root, null))
    var next = 0
    while (next < all.size) {
        val one = all[next++]
        for (child in one.later.children) all.add(Moments(child, one.earlier?.counterpartOf(child), one))
    }
    for (i in all.lastIndex downTo 1) {
        val one = all[i]
        one.hasChanged = one.hasChanged || hasChanged(one.earlier, one.later)
        if (one.hasChanged) one.above!!.hasChanged = true
    }
    if (!all[0].hasChanged) return null
    val root = CallGraphNode(later.type, "", null, 0L, 0)
    all[0].made = root
    for (i in 1..all.lastIndex) {
        val one = all[i]
        if (one.hasChanged) one.made = one.above!!.made!!.childFor(one.later).also { it.become(one.later, one.earlier) }
    }
    return CallGraph(later.type, later.threadsApart, root, later.isPart)
}

/** An open lap at the earlier time means a change: it was still open, or has ended. */
private fun hasChanged(earlier: CallGraphNode?, later: CallGraphNode): Boolean {
    val before = earlier?.inclusive ?: return true
    val now = later.inclusive
    if (before.openLaps > 0L || now.laps != before.laps || now.exactSum != before.exactSum) return true
    return now.statistics.indices.any { now.sum(it) != before.sum(it) }
}

/** Sets this node to the results between [earlier] and [later], without its children. */
private fun CallGraphNode.become(later: CallGraphNode, earlier: CallGraphNode?) {
    val type = inclusive.type
    if (earlier == null) inclusive.addAll(later.inclusive) else inclusive.follow(earlier.inclusive, later.inclusive)
    val exclusive = DoubleArray(inclusive.statistics.size) { i ->
        if (earlier == null) later.exclusive(i)
        else if (type.isAdditive(i)) later.exclusive(i) - earlier.exclusive(i)
        else inclusive.sum(i)
    }
    restoreExclusive(exclusive, difference(later.exclusiveExact(), if (earlier == null) 0L else earlier.exclusiveExact()))
    addCircumstancesOf(later)
    instrumentation -= earlier?.instrumentation ?: 0.0
    start = later.start
    order = later.order
}

private fun difference(all: Long?, part: Long?): Long? = if (all == null || part == null) null else minusExact(all, part)

/** Sets these totals to the difference between [earlier] and [later]. */
private fun Totals.follow(earlier: Totals, later: Totals) {
    val laps = later.laps - earlier.laps + earlier.openLaps
    require(laps >= later.openLaps) { "the number of laps of ${type.id} decreased: the results are from different sessions" }
    val before = if (earlier.laps == 0L && !earlier.hasUnknownLaps) 0L else earlier.exactSum
    val value = later.value?.let { now -> earlier.value?.let { type.minusAny(now, it) } ?: now }
    val known = laps.takeIf { !later.hasUnknownLaps && !earlier.hasUnknownLaps }
    val last = later.last.takeIf { laps > 0L }
    val unended = later.unendedSum - earlier.unendedSum
    restore(known, later.openLaps, difference(later.exactSum, before), later.isTooLarge, value, last, unended)
    takeDistribution(earlier, later)
    for (i in statistics.indices) {
        statistics[i].follow(earlier.statistics[i], later.statistics[i], laps, areKept = earlier.openLaps == 0L)
    }
    if (hasHistogram && later.openLaps == 0L && earlier.openLaps == 0L) statistics[0].boundBy(percentile(0.0), percentile(100.0))
}

/**
 * Sets these statistics to the part of [all] that is not in [earlier], which has the first of its numbers: [count] others, the sum in any
 * case, and the rest if [areKept] says that no number of [earlier] has changed since. The spread is derived by inverting the update for
 * combined sets (Chan, Golub and LeVeque).
 */
private fun Statistics.follow(earlier: Statistics, all: Statistics, count: Long, areKept: Boolean) {
    val sum = all.sum - earlier.sum
    if (all.isOnlySum || earlier.isOnlySum) return addSum(sum)
    if (earlier.count == 0L) return add(all)
    if (count == 0L) return restore(0L, sum, 0.0, 0.0, 0.0, isOnlySum = false)
    if (!areKept) return restore(count, sum, Double.NaN, Double.NaN, Double.NaN, isOnlySum = false)
    if (count == 1L) return restore(1L, sum, sum, sum, 0.0, isOnlySum = false)
    val distance = sum / count - earlier.mean
    val between = distance * distance * earlier.count.toDouble() * count / all.count
    val squares = maxOf(0.0, all.squaresAroundMean - earlier.squaresAroundMean - between)
    val least = if (all.min < earlier.min) all.min else Double.NaN
    val most = if (all.max > earlier.max) all.max else Double.NaN
    restore(count, sum, least, most, squares, isOnlySum = false)
}

/** Uses [least] and [most] if the minimum and maximum are unknown. */
private fun Statistics.boundBy(least: Double?, most: Double?) = restore(
    count, sum, if (min.isNaN() && least != null) least else min, if (max.isNaN() && most != null) most else max, squaresAroundMean,
    isOnlySum,
)
