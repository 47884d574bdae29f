package timemory

import kotlin.random.Random
import timemory.export.data.GraphBuilder
import timemory.export.data.ResultsBuilder
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

/** Results of several processes that are similar but not equal, as files have them: nothing but whole numbers, whose sums are exact. */
internal class WireRandom(private val random: Random) {
    private val shape = List(40) { depthAndLabel() }

    private fun depthAndLabel() = random.nextInt(5) to LABELS.random(random)

    /** Returns the results of process [rank]: most regions of the common shape, and a few that only it has. */
    fun process(rank: Int): Results {
        val results = ResultsBuilder()
        results.processId = 1000L + rank
        results.threadCount = 1 + rank % 3
        results.problem("something is wrong")
        if (rank % 2 == 0) results.problem("rank $rank is odd")
        for (metric in METRICS.shuffled(random).take(random.nextInt(1, METRICS.size + 1))) fill(results.graph(metric), rank)
        return results.build()
    }

    private fun fill(graph: GraphBuilder, rank: Int) {
        val path = ArrayList<CallGraphNode>()
        for ((wanted, label) in shape) {
            if (random.nextInt(4) == 0) continue
            val depth = minOf(wanted, path.size)
            while (path.size > depth) path.removeAt(path.lastIndex)
            val node = graph.node(path.lastOrNull(), if (random.nextInt(20) == 0) "only in $rank" else label)
            if (node.inclusive.laps == 0L && random.nextInt(10) > 0) record(graph, node)
            path.add(node)
        }
    }

    private fun record(graph: GraphBuilder, node: CallGraphNode) {
        val count = graph.type.elementCount
        val laps = random.nextLong(1, 5)
        if (count == 0) return graph.record(node, laps, TEXTS.random(random))
        val sum = random.nextLong(0, 1_000_000)
        val numbers = List(count) { i ->
            val whole = (sum + i).toDouble()
            ReadNumber(laps, whole, whole / laps, 1.0 + i, whole + 7, if (laps == 1L) 0.0 else 2.5)
        }
        val exactSum = if (count == 1 && graph.type.isAdditive(0)) sum else null
        graph.record(node, laps, random.nextLong(0, 2).coerceAtMost(laps), exactSum, numbers)
        graph.note(node, listOf(random.nextInt(0, 3), 70), random.nextInt(5) == 0, if (random.nextBoolean()) 0.0 else 64.0)
        if (random.nextBoolean()) graph.notePlace(node, random.nextLong(0, 1000))
        if (random.nextInt(3) == 0) graph.setExclusive(node, DoubleArray(count) { random.nextInt(100).toDouble() })
    }

    companion object {
        private val LABELS = listOf("main", "load", "store", "ä \"quoted\"", "\uD83D\uDE00", "a/b", "", "solve", "step 12", "z")
        private val TEXTS = listOf("one", "two words", "three")

        val METRICS: List<Metric> = listOf(
            Metric("wall_clock", "wall", "Time", Binding.WALL, listOf(Metric.Number("", Quantity.TIME, "", true))),
            Metric("cpu_util", "cpu_util", "Share", Binding.THREAD, listOf(Metric.Number("", Quantity.PERCENTAGE, "", false))),
            Metric(
                "read_bytes", "read", "Bytes read", Binding.THREAD,
                listOf(Metric.Number("sum", Quantity.MEMORY, "", true), Metric.Number("rate", Quantity.MEMORY, "/sec", false)),
            ),
            Metric("motto", "motto", "A text", Binding.WALL, emptyList()),
        )
    }
}

/** Returns everything in [results] except rounding: a line for each node, in path order, with its numbers to ten digits. */
internal fun linesOf(results: Results, hasLast: Boolean = true): List<String> {
    val lines = ArrayList<String>()
    lines.add("processes ${results.processCount}, threads ${results.threadCount}, problems ${results.problems.sorted()}")
    for (graph in results.graphs.sortedBy { it.type.id }) {
        val path = ArrayList<String>()
        for (node in graph.nodes()) {
            while (path.size > node.depth) path.removeAt(path.lastIndex)
            path.add(node.label)
            lines.add("${graph.type.id} $path: ${numbersOf(node, hasLast)}")
        }
    }
    return lines.sorted()
}

private fun numbersOf(node: CallGraphNode, hasLast: Boolean): String = with(node.inclusive) {
    val numbers = statistics.indices.map { i ->
        val one = statistics[i]
        listOf(sum(i), one.sum, one.mean, one.min, one.max, one.standardDeviation, node.exclusive(i)).map(::rounded) + one.count +
            if (hasLast) rounded(last(i)) else ""
    }
    listOf(
        knownLaps, openLaps, exactSum, isTooLarge, numbers, node.threads, node.place, rounded(node.instrumentation),
        node.isConcurrent, display()?.split("; ")?.distinct()?.sorted(),
    ).toString()
}

/** Rounds to ten digits. */
internal fun rounded(number: Double): String {
    if (!number.isFinite() || number == 0.0) return "$number".removePrefix("-0.0")
    var scaled = kotlin.math.abs(number)
    var exponent = 0
    while (scaled >= 10.0) { scaled /= 10.0; exponent++ }
    while (scaled < 1.0) { scaled *= 10.0; exponent-- }
    return "${if (number < 0.0) "-" else ""}${kotlin.math.round(scaled * 1e9).toLong()}e$exponent"
}
