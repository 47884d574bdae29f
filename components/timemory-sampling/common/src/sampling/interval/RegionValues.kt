package timemory.sampling.interval

import timemory.ComponentType
import timemory.Scope
import timemory.internal.callgraph.CallPath
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.statistics.Statistics

/** The label of the whole process next to the regions. */
internal const val PROCESS_LABEL: String = "(process)"

/**
 * Readings by the regions that were open: each reading counts once for each call path that a thread was in, and for the enclosing ones.
 *
 * ### Thread-safety
 * Not thread-safe.
 */
internal class RegionValues(private val columns: List<SampledColumn>) {
    private class Place(columns: Int) {
        val statistics = Array(columns) { Statistics() }
        val last = DoubleArray(columns)
        var reading = 0L
        val threads = LinkedHashSet<Int>()

        fun add(values: DoubleArray, reading: Long) {
            this.reading = reading
            for (i in values.indices) {
                if (values[i].isNaN()) continue
                statistics[i].add(values[i])
                last[i] = values[i]
            }
        }
    }

    private val process = Place(columns.size)
    private val places = LinkedHashMap<CallPath, Place>()
    private val types: List<ComponentType<*>> = columns.map { SampledType(it) }
    private var readings = 0L

    fun add(standing: List<Standing>, values: DoubleArray) {
        readings++
        process.add(values, readings)
        for (one in standing) {
            var path = one.place
            placeFor(path).threads.add(one.thread)
            while (true) {
                val around = path.parent ?: break
                val place = placeFor(path)
                if (place.reading == readings) break // and so do all enclosing ones
                place.add(values, readings)
                path = around
            }
        }
    }

    private fun placeFor(path: CallPath) = places.getOrPut(path) { Place(columns.size) }

    /** Adds a graph for each column to [graphs]. */
    fun addTo(graphs: MutableList<CallGraph>, threadsApart: Boolean) {
        for (i in columns.indices) if (process.statistics[i].count > 0L) graphs.add(graphOf(i, threadsApart))
    }

    private fun graphOf(column: Int, threadsApart: Boolean): CallGraph {
        val type = types[column]
        val root = CallGraphNode(type, "", null, 0L, 0)
        root.child(PROCESS_LABEL, 0L, 0).also {
            it.order = -1L
            it.addThread(0)
            fill(it, process, column)
        }
        val nodes = HashMap<CallPath, CallGraphNode>()
        for ((path, place) in places) {
            val node = nodeOf(path, root, nodes, place.threads)
            fill(node, place, column)
        }
        root.sort()
        return CallGraph(type, threadsApart, root)
    }

    /** Returns the node of [path], which [threads] visited, as well as the enclosing ones. */
    private fun nodeOf(path: CallPath, root: CallGraphNode, nodes: MutableMap<CallPath, CallGraphNode>, threads: Set<Int>): CallGraphNode {
        val steps = ArrayList<CallPath>()
        var step = path
        while (true) {
            val around = step.parent ?: break
            steps.add(step)
            step = around
        }
        var node = root
        for (at in steps.lastIndex downTo 0) {
            val above = node
            node = nodes.getOrPut(steps[at]) { newNode(above, steps[at]) }
            threads.forEach(node::addThread)
        }
        return node
    }

    private fun newNode(above: CallGraphNode, path: CallPath): CallGraphNode {
        val serial = if (path.scope == Scope.TIMELINE) path.order else 0L
        return above.child(path.label, serial, path.thread).also {
            if (path.order < it.order) {
                it.order = path.order
                it.place = path.order
            }
            it.start = path.start
        }
    }

    private fun fill(node: CallGraphNode, place: Place, column: Int) {
        val statistics = place.statistics[column]
        if (statistics.count == 0L) return
        val value = when (columns[column].kind) {
            SampledKind.LEVEL -> statistics.max
            SampledKind.AMOUNT -> statistics.sum
            SampledKind.MEAN -> statistics.mean
        }
        node.inclusive.addValues(
            statistics.count, SampledValue(value, statistics.count), SampledValue(place.last[column], 1L), arrayOf(statistics),
        )
    }
}
