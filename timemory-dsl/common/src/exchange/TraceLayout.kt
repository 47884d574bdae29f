package timemory

/**
 * Lays a call graph out along a line of time, for formats that are made of slices.
 *
 * Laps of timeline scope stand where they were, if time is what is laid out. Everything else is a sum over laps, and only its lengths are
 * true: it begins where the region around it begins, behind what was laid out there before. What ran beside the region that it hangs below is laid out on the track of its own
 * thread, behind what is there already. A slice never reaches beyond the one around it on its track, as those formats demand.
 */
internal class TraceLayout(private val series: Series) {
    private class Open(val node: CallGraphNode, val track: Int, val start: Long, val end: Long, var next: Long, var child: Int)

    private val trackEnds = HashMap<Int, Long>()

    /** Calls [begin] and [end] for each node, those of one track in the order of time. */
    fun forEach(
        begin: (node: CallGraphNode, track: Int, start: Long, end: Long) -> Unit,
        end: (node: CallGraphNode, track: Int, start: Long, end: Long) -> Unit,
    ) {
        val open = ArrayList<Open>()
        for (root in series.graph.roots) {
            open.add(slice(root, null, begin))
            while (open.isNotEmpty()) {
                val top = open.last()
                if (top.child < top.node.children.size) {
                    open.add(slice(top.node.children[top.child++], top, begin))
                } else {
                    end(top.node, top.track, top.start, top.end)
                    open.removeAt(open.lastIndex)
                }
            }
        }
    }

    private fun slice(node: CallGraphNode, around: Open?, open: (CallGraphNode, Int, Long, Long) -> Unit): Open {
        val isInside = around != null && !node.isConcurrent
        val track = if (isInside) around!!.track else node.threads.firstOrNull() ?: 0
        val earliest = if (isInside) around!!.next else maxOf(trackEnds[track] ?: 0L, around?.next ?: 0L)
        val latest = if (isInside) around!!.end else Long.MAX_VALUE
        val begin = if (series.isTime) node.begin else -1L
        val start = minOf(latest, maxOf(earliest, begin))
        val end = minOf(latest, start + maxOf(0L, series.inclusive(node).toLong()))
        if (isInside) around!!.next = end else trackEnds[track] = end
        open(node, track, start, end)
        return Open(node, track, start, end, start, 0)
    }
}
