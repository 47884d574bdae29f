package timemory.results

import timemory.internal.lean.*
import timemory.internal.problems.Problems
import timemory.internal.text.shorten

/** Reports components of [graphs] whose sums are not exact. */
internal fun reportLargeSums(graphs: List<CallGraph>, problems: Problems) {
    for (graph in graphs) {
        val node = graph.nodes().firstOrNull { it.inclusive.isTooLarge } ?: continue
        problems.report("${graph.type.id} too large") {
            "the sum of component ${graph.type.id} in region '${shorten(node.label)}' exceeds 2^63: it is shown in floating point, " +
                "with fifteen digits"
        }
    }
}
