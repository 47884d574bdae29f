package timemory

import kotlin.concurrent.atomics.AtomicLong
import kotlin.concurrent.atomics.ExperimentalAtomicApi

/**
 * Bounds the memory of the call graph: how many distinct nodes a process may make, over all its threads
 * (`TIMEMORY_MAX_NODES`).
 *
 * A node costs one unit, and one more for each 256 characters of its label, so that long labels cannot take the memory that
 * few nodes would leave. Labels beyond the budget are recorded together at one overflow node for each parent: no lap is lost, but
 * they can no longer be told apart.
 *
 * ### Thread-safety
 * May be called from any thread.
 */
@OptIn(ExperimentalAtomicApi::class)
internal class NodeBudget(val limit: Long) {
    private val spent = AtomicLong(0L)

    fun costOf(label: String): Int = 1 + label.length / 256

    /** Takes [cost] units; `false`, taking none, where fewer are left. */
    fun take(cost: Int): Boolean {
        if (spent.addAndFetch(cost.toLong()) <= limit) return true
        spent.addAndFetch(-cost.toLong())
        return false
    }

    /** Replaces the [released] units of nodes that were merged by the [kept] units of what they were merged into. */
    fun exchange(released: Int, kept: Int) {
        spent.addAndFetch(kept.toLong() - released)
    }
}
