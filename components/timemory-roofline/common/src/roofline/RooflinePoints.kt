package timemory.roofline

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * Converts the regions of results to roofline points, for any component whose values include `flops` or `instructions`, `runtime`, and
 * traffic that ends with `_bytes`, such as [CpuRoofline] and its variants.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property points for each region, one for each level with known traffic
 * @property problems why regions have no point, as sentences
 */
@ExperimentalTimemoryApi
public class RooflinePoints private constructor(public val points: List<RooflinePoint>, public val problems: List<String>) {
    public companion object {
        /** Returns the IDs of the components in [results] that have roofline points. */
        @JvmStatic
        public fun componentsOf(results: Results): List<String> = results.graphs.filter(::isRoofline).map { it.type.id }

        private fun isRoofline(graph: CallGraph): Boolean =
            RUNTIME in graph.type.elements && ("flops" in graph.type.elements || "instructions" in graph.type.elements)

        /**
         * Returns the points of component [id].
         *
         * @param operations the results with operations and times
         * @param traffic the results with bytes: a second run of the same program in mode `ai`, or the same results; regions are matched by
         * path
         * @param isExclusive whether points exclude the regions inside
         * @throws IllegalArgumentException if there is no such component
         */
        @JvmStatic
        @JvmOverloads
        public fun of(operations: Results, traffic: Results, id: String, form: RooflineForm, isExclusive: Boolean = false): RooflinePoints {
            val graph = requireNotNull(operations[id]?.takeIf(::isRoofline)) { "no roofline component '${shorten(id)}' was recorded" }
            val other = requireNotNull(traffic[id]?.takeIf(::isRoofline)) {
                "no roofline component '${shorten(id)}' was recorded in the results that traffic is taken from"
            }
            val bytes = HashMap<List<String>, CallGraphNode>()
            for (node in paths(other)) bytes.getOrPut(node.first) { node.second }
            val points = ArrayList<RooflinePoint>()
            val without = LinkedHashMap<String, MutableList<String>>()
            for ((path, node) in paths(graph)) {
                val count = value(graph, node, if (form == RooflineForm.FLOPS) "flops" else "instructions", isExclusive)
                val time = value(graph, node, RUNTIME, isExclusive)
                val moved = bytes[path]?.let { levels(other, it, isExclusive) }.orEmpty()
                val reason = when {
                    count <= 0.0 -> "no ${form.operation}s were counted"
                    time <= 0.0 -> "no time passed"
                    moved.isEmpty() -> "no bytes were counted"
                    else -> null
                }
                if (reason != null) {
                    without.getOrPut(reason) { ArrayList() }.add(node.label)
                } else {
                    for ((level, amount) in moved) {
                        points.add(RooflinePoint(node.label, path, level, count, amount / form.bytesOfTraffic, time, node.inclusive.laps))
                    }
                }
            }
            return RooflinePoints(points, without.map { (reason, labels) -> "$reason in ${namesOf(labels)}" })
        }

        private fun value(graph: CallGraph, node: CallGraphNode, element: String, isExclusive: Boolean): Double {
            val index = graph.type.elements.indexOf(element)
            if (index < 0) return 0.0
            return if (isExclusive) node.exclusive(index) else node.inclusive.sum(index)
        }

        private fun levels(graph: CallGraph, node: CallGraphNode, isExclusive: Boolean): List<Pair<String, Double>> =
            graph.type.elements.filter { it.endsWith(BYTES) }
                .map { it.removeSuffix(BYTES).uppercase() to value(graph, node, it, isExclusive) }
                .filter { it.second > 0.0 }

        private fun paths(graph: CallGraph): Sequence<Pair<List<String>, CallGraphNode>> = sequence {
            val path = ArrayList<String>()
            for (node in graph.nodes()) {
                while (path.size > node.depth) path.removeAt(path.lastIndex)
                path.add(node.label)
                yield(path.toList() to node)
            }
        }

        private fun namesOf(labels: List<String>): String =
            labels.take(MAX_NAMES).joinToString { "'${shorten(it)}'" } +
                if (labels.size > MAX_NAMES) " and ${labels.size - MAX_NAMES} more" else ""

        private const val RUNTIME = "runtime"
        private const val BYTES = "_bytes"
        private const val MAX_NAMES = 5
    }
}
