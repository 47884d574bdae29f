package timemory

import timemory.export.data.GraphBuilder
import timemory.export.data.ResultsBuilder
import timemory.internal.callgraph.record
import timemory.plot.Anchor
import timemory.plot.Canvas
import timemory.plot.Ink
import timemory.plot.textWidth
import timemory.results.CallGraphNode
import timemory.results.Metric
import timemory.results.Results
import timemory.statistics.ReadNumber

/** Returns results with one component, whose graph [content] builds. */
internal fun built(content: (GraphBuilder) -> Unit): Results {
    val results = ResultsBuilder()
    results.graph(Metric.of(FakeClock)).also(content)
    return results.build()
}

/** Adds a node with one lap of [value] raw units. */
internal fun GraphBuilder.add(parent: CallGraphNode?, label: String, value: Double): CallGraphNode =
    node(parent, label).also { record(it, 1L, 0L, null, listOf(ReadNumber(1L, value, value, value, value, 0.0))) }

/** Returns a tree of [count] nodes whose values differ by powers of ten, the same at each call. */
internal fun manyNodes(count: Int): Results {
    val random = kotlin.random.Random(7)
    val results = ResultsBuilder()
    val graph = results.graph(Metric.of(FakeClock))
    val nodes = ArrayList<CallGraphNode>()
    repeat(count) { i ->
        val parent = if (i == 0) null else nodes[random.nextInt(maxOf(0, i - 1 - i / 2), i)]
        nodes += graph.newNode(parent, "region ${random.nextInt(count / 4)} of a program")
    }
    val values = DoubleArray(count) { random.nextDouble() * if (random.nextInt(100) == 0) 1e9 else 1e5 }
    // Inclusive values are computed from the last node up.
    val index = HashMap<CallGraphNode, Int>()
    nodes.forEachIndexed { i, node -> index[node] = i }
    for (i in nodes.indices.reversed()) for (child in nodes[i].children) values[i] += values[index.getValue(child)]
    for ((i, node) in nodes.withIndex()) {
        graph.record(node, 2L, 0L, null, listOf(ReadNumber(2L, values[i], values[i] / 2, values[i] / 4, values[i], values[i] / 3)))
    }
    return results.build()
}

/** Records the drawing calls. */
internal class RecordingCanvas : Canvas {
    class Box(val x: Double, val y: Double, val width: Double, val height: Double, val ink: Ink, val tooltip: String)

    class Line(val x1: Double, val x2: Double, val ink: Ink)

    class Text(x: Double, val y: Double, val text: String, val size: Double, val ink: Ink, val anchor: Anchor) {
        private val width = textWidth(text, size)
        val left = when (anchor) {
            Anchor.START -> x
            Anchor.MIDDLE -> x - width / 2
            Anchor.END -> x - width
        }
        val right = left + width
    }

    val boxes = ArrayList<Box>()
    val lines = ArrayList<Line>()
    val texts = ArrayList<Text>()
    val discs = ArrayList<Disc>()

    class Disc(val x: Double, val y: Double, val radius: Double, val ink: Ink, val tooltip: String)

    override fun disc(x: Double, y: Double, radius: Double, ink: Ink, tooltip: String) {
        discs.add(Disc(x, y, radius, ink, tooltip))
    }

    override fun box(x: Double, y: Double, width: Double, height: Double, ink: Ink, tooltip: String) {
        boxes.add(Box(x, y, width, height, ink, tooltip))
    }

    override fun line(x1: Double, y1: Double, x2: Double, y2: Double, ink: Ink, thickness: Double) {
        lines.add(Line(x1, x2, ink))
    }

    override fun text(x: Double, y: Double, text: String, size: Double, ink: Ink, anchor: Anchor, isBold: Boolean, rise: Double) {
        texts.add(Text(x, y, text, size, ink, anchor))
    }
}
