package timemory

/**
 * A call graph laid out as a flame graph: a frame below that of its caller, as wide as what the region and those inside it took.
 *
 * The width of a frame is the sum of the **exclusive** values of its region and of all below it. Widths therefore add up whatever ran beside
 * its caller on other threads, where inclusive values would not. Values below zero, as a change of memory can be, count as none. Regions of one
 * label below one caller are one frame; siblings too narrow to be seen are joined behind the others.
 *
 * Two passes: one adds up what lies below each node, the other goes down only where frames can be seen. So the number of frames is bounded
 * by the narrowest frame and the levels, not by the graph.
 *
 * @param levelLimit how many levels are kept, the outermost ones
 * @param narrowest the part of the whole that a frame must have, 0.001 for a thousandth
 */
internal class FlameFrames(private val series: Series, private val levelLimit: Int = 200, private val narrowest: Double = 0.001) {
    /**
     * @property nodes the places it stands for: several where siblings have one label, or are joined
     * @property level how many frames are around it
     * @property start where it begins, and [width] how wide it is, as parts of the whole
     * @property isJoined whether it stands for regions of several labels
     */
    class Frame(val nodes: List<CallGraphNode>, val level: Int, val start: Double, val width: Double, val isJoined: Boolean)

    private val totals = HashMap<CallGraphNode, Double>()

    /** The sum of all that is above zero, in raw units. */
    val whole: Double

    /** How deep the graph is, in levels. */
    val depth: Int

    /** How many values below zero were left out. */
    val negatives: Int

    val frames: List<Frame>

    init {
        val nodes = series.graph.nodes().toList()
        depth = (nodes.maxOfOrNull { it.depth } ?: -1) + 1
        var negatives = 0
        // What lies below, for each level: nodes come in the order of a walk, here backwards, so that those below come before.
        val below = DoubleArray(depth + 1)
        for (node in nodes.asReversed()) {
            val own = series.exclusive(node)
            if (own < 0.0) negatives++
            val total = (if (own > 0.0 && own.isFinite()) own else 0.0) + below[node.depth + 1]
            below[node.depth + 1] = 0.0
            below[node.depth] += total
            totals[node] = total
        }
        this.negatives = negatives
        whole = below[0]
        frames = if (whole > 0.0) ArrayList<Frame>().also { add(series.graph.roots, 0, 0.0, it) } else emptyList()
        totals.clear()
    }

    /** How many levels have frames. */
    val levels: Int = frames.maxOfOrNull { it.level + 1 } ?: 0

    /** Whether levels were left out because there are too many. */
    val isCut: Boolean get() = levels == levelLimit && depth > levelLimit

    private fun add(siblings: List<CallGraphNode>, level: Int, start: Double, frames: MutableList<Frame>) {
        var next = start
        val tiny = ArrayList<CallGraphNode>()
        for (nodes in groups(siblings)) {
            val width = widthOf(nodes)
            if (width < narrowest) {
                tiny += nodes
                continue
            }
            frames.add(Frame(nodes, level, next, width, isJoined = false))
            if (level + 1 < levelLimit) add(if (nodes.size == 1) nodes[0].children else nodes.flatMap { it.children }, level + 1, next, frames)
            next += width
        }
        val width = widthOf(tiny)
        if (width >= narrowest) frames.add(Frame(tiny, level, next, width, isJoined = tiny.any { it.label != tiny[0].label }))
    }

    private fun groups(siblings: List<CallGraphNode>): Collection<List<CallGraphNode>> =
        if (siblings.size == 1) listOf(siblings) else siblings.groupBy { it.label }.values

    private fun widthOf(nodes: List<CallGraphNode>): Double = nodes.sumOf { totals.getValue(it) } / whole
}
