package timemory.results

import timemory.internal.lean.*

/** A node as it was at two moments; [earlier] is `null` for one that was not there at the first. */
private class Moments(val later: CallGraphNode, val earlier: CallGraphNode?, val above: Moments?) {
    /** Whether something was recorded between the two, here or below. */
    var hasChanged: Boolean = false

    /** What stands for it in the part. */
    var made: CallGraphNode? = null
}

/** What was recorded between [earlier] and [later], which are of one component; `null` where that is nothing. */
internal fun graphSince(earlier: CallGraph?, later: CallGraph): CallGraph? {
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
        if (one.hasChanged) one.made = one.above!!.made!!.childSince(one.later, one.earlier)
    }
    return CallGraph(later.type, later.threadsApart, root, later.isPart)
}

/** Where a lap was open at the first moment, something was: it was still open, or has ended. */
private fun hasChanged(earlier: CallGraphNode?, later: CallGraphNode): Boolean {
    val before = earlier?.inclusive ?: return true
    val now = later.inclusive
    if (before.openLaps > 0L || now.laps != before.laps || now.exactSum != before.exactSum) return true
    return now.statistics.indices.any { now.sum(it) != before.sum(it) }
}
