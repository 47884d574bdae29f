package timemory.live.slow

import timemory.ActiveTime
import timemory.ComponentType
import timemory.SuspendedTime
import timemory.WallClock
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Session
import timemory.internal.lean.*
import timemory.internal.platform.processId
import timemory.results.CallGraph
import timemory.results.CallGraphNode
import timemory.results.Results

/**
 * Converts slow laps to results, which any format can show: an outermost region for each lap, the slowest first, with what happened inside
 * it, and when. If a slow lap is inside another one that also has everything inside it, it is shown only there, so that no time is shown
 * twice.
 *
 * A lap is placed below the smallest lap of its own thread or coroutine that contains it, by time and call path; otherwise below the
 * suspending region in which it ran, identified by number, because regions with the same call path may be open in many coroutines at once.
 *
 * @param session whose laps they are
 */
internal class SlowResults(private val laps: List<SlowLap>, private val session: Session) {
    private val wall = Graph(WallClock)
    private val active = Graph(ActiveTime)
    private val suspended = Graph(SuspendedTime)

    /** The graph of one component. */
    private class Graph(val type: ComponentType<*>) {
        val root = CallGraphNode(type, "", null, 0L, 0)

        fun result(): CallGraph? {
            if (root.children.isEmpty()) return null
            val nodes = ArrayList<CallGraphNode>()
            val graph = CallGraph(type, false, root)
            for (node in graph.nodes()) nodes.add(node)
            for (node in nodes) node.nestChildrenUnlessKnown()
            return graph
        }
    }

    /** A lap that others may be in, with its node. */
    private class Around(val lap: EndedLap, val node: CallGraphNode)

    private var serial = 0L

    fun results(summary: String): Results {
        val shown = HashSet<Pair<CallPath, Long>>()
        for (lap in laps) if (!lap.isThinned) for (each in lap.inside) shown.add(each.path to each.begin)
        for (lap in laps) if (lap.path to lap.begin !in shown) add(lap)
        val problems = ArrayList<String>()
        problems.add(summary)
        val thinned = laps.count { it.isThinned }
        if (thinned > 0) problems.add("$thinned slow laps lack their shortest nested regions")
        val open = laps.count { it.isOpen }
        if (open > 0) problems.add("$open slow laps had not ended; only their open nested regions are known")
        return Results(
            listOfNotNull(wall.result(), active.result(), suspended.result()), processId(), session.graphsNow().size, problems,
        )
    }

    private fun add(lap: SlowLap) {
        // So that it can be found by the trace's ID in any format.
        val label = if (lap.trace == null) lap.path.label else "${lap.path.label} (trace ${lap.trace})"
        val node = wall.root.add(label, lap.begin, lap.end - lap.begin, 1, lap.thread, isOpen = lap.isOpen)
        if (lap.active >= 0L) {
            val order = node.order
            active.root.add(label, lap.begin, lap.active, 1, lap.thread, order, lap.isOpen)
            suspended.root.add(label, lap.begin, lap.end - lap.begin - lap.active, 1, lap.thread, order, lap.isOpen)
        }
        // Larger ones first, so that each finds the lap that contains it.
        val inside = lap.inside.sortedWith(compareBy<EndedLap> { it.begin }.thenByDescending { it.end }.thenBy { it.path.depth })
        val whole = EndedLap(lap.path, lap.begin, lap.end, lap.end - lap.begin, 1, lap.runner, lap.within, 0)
        val around = arrayListOf(Around(whole, node))
        for (each in inside) {
            val outer = outerOf(each, around)
            val child = outer.node.add(each.path.label, each.begin, each.time, each.count, lap.thread, isOpen = lap.isOpen)
            child.isConcurrent = each.runner != outer.lap.runner
            around.add(Around(each, child))
        }
    }

    private fun outerOf(lap: EndedLap, around: List<Around>): Around {
        var path = lap.path.parent
        while (path != null && path !== around[0].lap.path) {
            for (i in around.lastIndex downTo 1) if (around[i].lap.let { it.path === path && it.isAround(lap) }) return around[i]
            path = path.parent
        }
        return around[0]
    }

    private fun EndedLap.isAround(lap: EndedLap): Boolean =
        if (number != 0) number == lap.within else runner == lap.runner && within == lap.within && begin <= lap.begin && end >= lap.end

    /** Adds a separate node for each lap, identified by a number; the same in all graphs. */
    private fun CallGraphNode.add(
        label: String,
        begin: Long,
        time: Long,
        count: Int,
        thread: Int,
        number: Long = ++serial,
        isOpen: Boolean = false,
    ): CallGraphNode {
        val node = child(label, number, 0)
        node.order = number
        node.place = number
        node.start = maxOf(0L, begin - session.paths.began)
        if (thread >= 0) node.addThread(thread)
        if (isOpen) {
            node.inclusive.addOpenLap(time)
        } else if (count == 1) {
            node.inclusive.addLap(time)
        } else {
            node.inclusive.restore(count.toLong(), 0L, time, isTooLarge = false, value = null, last = null)
            node.inclusive.statistics[0].restore(count.toLong(), time.toDouble(), Double.NaN, Double.NaN, Double.NaN, isOnlySum = false)
        }
        return node
    }
}
