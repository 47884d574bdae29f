package timemory.plot

import timemory.export.internal.Series
import timemory.export.internal.StackFrame
import timemory.export.internal.ownWidth
import timemory.export.internal.stackFrames
import timemory.results.CallGraphNode

/**
 * A call graph laid out as a flame graph: each frame is below its caller's, as wide as the inclusive value of its region. Concurrent work
 * is separate (see [stackFrames]), so that widths add up. Negative values, such as a decrease of memory, count as none. Regions with the
 * same label below one caller are one frame; siblings too narrow to be seen are joined after the others.
 *
 * The first pass adds up the values below each frame, the second one visits only visible frames. So the number of frames is bounded by the
 * narrowest frame and the levels rather than by the graph.
 *
 * @param levelLimit the maximum number of levels, counted from the outermost
 * @param narrowest the minimum width of a frame as a part of the whole: 0.001 for a thousandth
 */
internal class FlameFrames(private val series: Series, private val levelLimit: Int = 200, private val narrowest: Double = 0.001) {
    /**
     * @property name the region's label, or that of a region that others ran concurrently with
     * @property nodes the nodes it stands for: several if siblings share a label, or are joined
     * @property level how many frames are around it
     * @property start its left edge as a fraction of the whole, and [width] its width
     * @property isJoined whether it stands for regions with different labels
     * @property isContext whether it is the context of concurrent work rather than the nodes themselves
     */
    class Frame(
        val name: String,
        val nodes: List<CallGraphNode>,
        val level: Int,
        val start: Double,
        val width: Double,
        val isJoined: Boolean,
        val isContext: Boolean,
    )

    private class Part(val frame: StackFrame) {
        var total = 0.0
        val parts = ArrayList<Part>(0)
    }

    /** The sum of all positive values, in raw units. */
    val whole: Double

    /** The number of levels in the graph. */
    val depth: Int

    /** How many negative values were left out. */
    val negatives: Int

    val frames: List<Frame>

    init {
        val roots = ArrayList<Part>()
        val all = ArrayList<Part>()
        val path = ArrayList<Part>()
        for (frame in stackFrames(series.graph)) {
            while (path.size > frame.depth) path.removeAt(path.lastIndex)
            val part = Part(frame)
            all.add(part)
            (path.lastOrNull()?.parts ?: roots).add(part)
            path.add(part)
        }
        var negatives = 0
        // In reverse, so that children come before their parents.
        for (part in all.asReversed()) {
            val own = if (part.frame.isContext) 0.0 else ownWidth(series, part.frame.node)
            if (own < 0.0) negatives++
            part.total = (if (own > 0.0 && own.isFinite()) own else 0.0) + part.parts.sumOf { it.total }
        }
        depth = (all.maxOfOrNull { it.frame.depth } ?: -1) + 1
        this.negatives = negatives
        whole = roots.sumOf { it.total }
        frames = if (whole > 0.0) ArrayList<Frame>().also { add(roots, 0, 0.0, it) } else emptyList()
    }

    /** The number of levels with frames. */
    val levels: Int = frames.maxOfOrNull { it.level + 1 } ?: 0

    /** Whether levels beyond the limit were left out. */
    val isCut: Boolean get() = levels == levelLimit && depth > levelLimit

    private fun add(siblings: List<Part>, level: Int, start: Double, frames: MutableList<Frame>) {
        var next = start
        val tiny = ArrayList<Part>()
        for (parts in groups(siblings)) {
            val width = widthOf(parts)
            if (width < narrowest) {
                tiny += parts
                continue
            }
            frames.add(frame(parts, level, next, width))
            if (level + 1 < levelLimit) add(if (parts.size == 1) parts[0].parts else parts.flatMap { it.parts }, level + 1, next, frames)
            next += width
        }
        val width = widthOf(tiny)
        if (width >= narrowest) frames.add(frame(tiny, level, next, width))
    }

    private fun frame(parts: List<Part>, level: Int, start: Double, width: Double): Frame {
        val first = parts[0].frame
        val isJoined = parts.any { it.frame.name != first.name }
        return Frame(first.name, parts.map { it.frame.node }.distinct(), level, start, width, isJoined, first.isContext)
    }

    private fun groups(siblings: List<Part>): Collection<List<Part>> =
        if (siblings.size == 1) listOf(siblings) else siblings.groupBy { it.frame.name }.values

    private fun widthOf(parts: List<Part>): Double = parts.sumOf { it.total } / whole
}
