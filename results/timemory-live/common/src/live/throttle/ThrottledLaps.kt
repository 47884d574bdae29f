package timemory.live.throttle

import timemory.Category
import timemory.Component
import timemory.ComponentType
import timemory.Quantity
import timemory.Totals
import timemory.internal.callgraph.Collector
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.Throttle

/** Reports laps that were not measured in a separate graph, with the call paths that were throttled. */
internal object ThrottledLaps : ComponentType<Component>(
    "throttled_laps",
    "Laps that were counted but not measured, to limit the overhead (TIMEMORY_OVERHEAD_LIMIT)",
    Quantity.COUNT,
    { error("throttled_laps cannot be measured by regions: TIMEMORY_OVERHEAD_LIMIT adds it to the results") },
) {
    override val category: String get() = Category.DATA
}

/**
 * Measures one of [MEASURED_ONE_OF] laps of a call path, and counts the others. The choice cannot coincide with a period in the program:
 * each thread numbers its laps, and measures those whose number times the golden ratio has a small fractional part. They are spread as
 * evenly as possible, at three different distances.
 */
internal class SampledLaps : Throttle() {
    override fun skips(node: Node): Boolean {
        val number = node.skipped + lapsOf(node)
        if (number * GOLDEN_RATIO ushr SHIFT == 0L) return false
        node.skipped++
        return true
    }

    override fun addTo(collector: Collector, node: Node) {
        val count = node.skipped
        if (count == 0L) return
        val totals = Totals(ThrottledLaps)
        totals.addLongs(count, count, count.toDouble(), 1L, 1L, 1L, 0.0)
        collector.addSamples(ThrottledLaps, node.path, node.graph.number, emptyList(), totals) { true }
    }

    companion object {
        const val MEASURED_ONE_OF: Long = 64L
        private const val SHIFT = 64 - 6
        private const val GOLDEN_RATIO = -0x61c8864680b583ebL
    }
}

/** Returns the maximum lap count over the node's components, because one may have failed. */
internal fun lapsOf(node: Node): Long {
    var laps = 0L
    for (component in node.components) if (component != null && component.laps > laps) laps = component.laps
    return laps
}
