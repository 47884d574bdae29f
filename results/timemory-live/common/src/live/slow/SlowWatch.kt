package timemory.live.slow

import timemory.Component
import timemory.LongComponent
import timemory.LongDeltaComponent
import timemory.MarkerComponent
import timemory.Strand
import timemory.WallClock
import timemory.internal.callgraph.ACTIVE_TIME
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.PositionWatch
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.lean.*
import timemory.internal.platform.wallNanoseconds

private const val NOT_THERE = -1
private const val UNKNOWN = -1L
private const val UNMEASURED = -1L

/**
 * Observes each lap that ends on a thread: logs it for the enclosing laps, and records it if it was slow.
 *
 * This reads no clocks: the region's wall clock knows the lap's start and duration. A region without one costs two clock readings. When a
 * lap ends, everything that happened inside it is already in the log. It is usually discarded a moment later, and a lap that is not slow
 * has no other cost.
 *
 * Laps go to the log of the enclosing open suspending region ([LapLog]), or to that of the thread if there is none, or if the coroutine
 * runs within a region of the thread, as in `runBlocking`. A coroutine finds its log by its strand; a launched coroutine inherits it, so
 * that its laps are among those of the region that launched it, as long as that is open.
 *
 * ### Thread-safety
 * Only for the thread of [graph].
 */
internal class SlowWatch(private val laps: SlowLaps, private val graph: ThreadGraph) : PositionWatch() {
    /** The indexes of the relevant components in a set: the wall clock, and that of each limit. */
    private class Places(val clock: Int, val limited: IntArray)

    override val isInFront: Boolean get() = true

    private val own = LapLog()
    private val runner = -1 - graph.number
    private val known = HashMap<ComponentSet, Places>()
    private var recentSet: ComponentSet? = null
    private var recentPlaces: Places? = null

    /** Open regions that have no wall clock; their start times are in a parallel list. */
    private val unclocked = ArrayList<Node>()
    private val unclockedBegins = ArrayList<Long>()

    /** Open regions whose laps are not measured ([timemory.internal.callgraph.Throttle]). */
    private val skipped = ArrayList<Node>()
    private var hasFailed = false

    override fun changes(graph: ThreadGraph) {
        inner?.changes(graph)
    }

    override fun opens(graph: ThreadGraph, node: Node) {
        inner?.opens(graph, node)
        guarded {
            if (node.isFrame) {
                resumes()
            } else if (node.failed == UNMEASURED) {
                skipped.add(node)
            } else if (clockOf(node) == null) {
                begins(node)
            }
        }
    }

    override fun closes(graph: ThreadGraph, node: Node) {
        inner?.closes(graph, node)
        guarded {
            if (!node.isFrame && !wasSkipped(node)) ends(node)
            if (graph.top === node && (node.outer ?: graph.root) === graph.root) own.clear()
        }
    }

    override fun moves(graph: ThreadGraph) {
        inner?.moves(graph)
    }

    override fun ended(lap: SuspendingLap) {
        inner?.ended(lap)
        guarded { ends(lap) }
    }

    /** Catches exceptions, because the program's own code must continue; the most likely cause is lack of memory. */
    private inline fun guarded(action: () -> Unit) {
        try {
            action()
        } catch (failure: Throwable) {
            if (hasFailed) return
            hasFailed = true
            graph.session.problems.report("slow laps") { "slow laps of thread '${graph.owner.name}' may be missing: $failure" }
        }
    }

    /** Called when a coroutine resumes here or starts a suspending region: creates the region's log if it has none. */
    private fun resumes() {
        val strand = graph.frame?.strand ?: return
        val lap = strand.lap ?: return
        val log = strand.lapLog as LapLog?
        if (log?.lap !== lap) strand.lapLog = LapLog(lap, log)
    }

    private fun begins(node: Node) {
        unclocked.add(node)
        unclockedBegins.add(wallNanoseconds())
    }

    private fun wasSkipped(node: Node): Boolean = skipped.isNotEmpty() && skipped.remove(node)

    private fun ends(node: Node) {
        val clock = clockOf(node)
        val begin: Long
        val end: Long
        if (clock != null) {
            begin = clock.beginReading
            end = begin + clock.last
        } else {
            val at = unclocked.lastIndexOf(node)
            if (at < 0) return // it started before slow laps were recorded
            unclocked.removeAt(at)
            begin = unclockedBegins.removeAt(at)
            end = wallNanoseconds()
        }
        val strand = graph.frame?.strand
        val log = strand?.lapLog as LapLog?
        val who = if (strand == null) runner else strand.hashCode()
        val within = (log ?: own).number
        offer(node.path, node.components, node.set, begin, end, UNKNOWN, who, within, log ?: own)
        log?.add(node.path, begin, end, who, 0, within)
        if (log == null || isInsideRegion()) own.add(node.path, begin, end, who, 0, within)
    }

    private fun ends(lap: SuspendingLap) {
        val open = lap.open
        val strand = lap.strand
        val log = if (strand == null) null else unlink(strand, lap)
        val active = if (open.missesActiveTime) UNKNOWN else open.coroutineValue(ACTIVE_TIME)
        val who = strand?.hashCode() ?: lap.hashCode()
        val number = log?.number ?: 0
        offer(lap.path, lap.whole, lap.set, open.begin, open.end, active, who, number, log)
        val outer = log?.outer
        val within = outer?.number ?: 0
        log?.end()
        outer?.add(lap.path, open.begin, open.end, who, number, within)
        if (isInsideRegion()) own.add(lap.path, open.begin, open.end, who, number, within)
    }

    /** Removes the log of [lap] from the strand's chain of logs, and returns it. */
    private fun unlink(strand: Strand, lap: SuspendingLap): LapLog? {
        var inside: LapLog? = null
        var log = strand.lapLog as LapLog?
        while (log != null && log.lap !== lap) {
            inside = log
            log = log.outer
        }
        if (log == null) return null
        if (inside == null) strand.lapLog = log.outer else inside.outer = log.outer
        return log
    }

    private fun offer(
        path: CallPath,
        components: Array<Component?>,
        set: ComponentSet,
        begin: Long,
        end: Long,
        active: Long,
        who: Int,
        within: Int,
        log: LapLog?,
    ) {
        val limited = placesIn(set).limited
        for (i in limited.indices) {
            if (limited[i] == NOT_THERE) continue
            val component = components[limited[i]] as LongComponent? ?: continue
            val limit = laps.limits[i]
            if (component.last <= limit.most || !laps.count(path, limit, component.last)) continue
            val inside = log?.inside(path, begin).orEmpty()
            val isThinned = log != null && log.hasLost(begin)
            val trace = traceOf(components)
            laps.keep(SlowLap(path, limit, component.last, begin, end, active, graph.number, who, within, inside, trace, isThinned))
            return
        }
    }

    private fun traceOf(components: Array<Component?>): String? {
        for (component in components) if (component is MarkerComponent) return component.traceId ?: continue
        return null
    }

    private fun clockOf(node: Node): LongDeltaComponent? {
        val at = placesIn(node.set).clock
        return if (at == NOT_THERE) null else node.components[at] as LongDeltaComponent?
    }

    private fun placesIn(set: ComponentSet): Places {
        if (set === recentSet) return recentPlaces!!
        val places = known[set] ?: placesOf(set).also { known[set] = it }
        recentSet = set
        recentPlaces = places
        return places
    }

    private fun placesOf(set: ComponentSet): Places {
        val clock = set.types.indexOfFirst { it === WallClock }
        return Places(clock, IntArray(laps.limits.size) { i -> set.types.indexOf(laps.limits[i].type) })
    }

    /** Returns whether the current coroutine runs within a region of this thread. */
    private fun isInsideRegion(): Boolean {
        var node = graph.frame?.marker?.outer
        while (node != null && node !== graph.root) {
            if (!node.isFrame) return true
            node = node.outer
        }
        return false
    }
}
