package timemory.internal.callgraph

import kotlin.coroutines.EmptyCoroutineContext
import timemory.Component
import timemory.LongComponent
import timemory.Scope
import timemory.Strand
import timemory.internal.lean.*
import timemory.internal.platform.ThreadHandle
import timemory.internal.platform.isOnVirtualThread
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.wallNanoseconds

private const val LABEL = "calibration"
private const val MAX_BATCH = 200

/** The JVM fully compiles a function after at most 15,000 calls, and once more if its profile was too small. */
private const val COMPILED_AFTER = 60_000

/** Keeps a single disturbance from affecting the result. */
private const val BATCHES = 5

/** So few that the JVM still interprets them, like the laps of a program that had no more itself. */
private const val MIN_LAPS = 100
private const val SETTLED_NANOSECONDS = 6_000_000L
private const val MAX_NANOSECONDS = 50_000_000L

/**
 * Runs empty laps of [set] on the calling thread, in a separate call graph, with the same code as the program's laps.
 *
 * @param enough the minimum number of laps: see [enoughEmptyLaps]
 */
internal class EmptyLaps(session: Session, private val set: ComponentSet, private val enough: Int) {
    private val graph = ThreadGraph(session, 0, isOnVirtualThread(), ThreadHandle()).also { it.isForEmptyLaps = true }
    private val base = CallPath(session.paths.root, "", NO_COMPONENTS, Scope.TREE, 0, 0L)
    private val anchor = graph.anchor(base, base.depth)
    private val node = Node(graph, LABEL, set, anchor, CallPath(base, LABEL, set, Scope.TREE, 0, 0L))
    private val batch = minOf(enough / BATCHES, MAX_BATCH)
    private val strand = if (set.isSuspending) Strand(session, base) else null

    fun cost(): LapOverhead {
        anchor.addChild(node)
        anchor.recent = node
        val frame = graph.push(anchor, strand)
        frame.base = anchor
        val graphOfThread = currentGraph
        currentGraph = graph
        try {
            return LapOverhead(quickest(), DoubleArray(set.size) { i -> minLap(node.components[i]) })
        } finally {
            currentGraph = graphOfThread
        }
    }

    /** Repeats batches while they get faster, as they do while code is being compiled, but not for long. */
    private fun quickest(): Double {
        val begin = monotonicNanoseconds()
        var best = Double.MAX_VALUE
        var bestAt = begin
        var laps = 0
        while (true) {
            val cost = batch()
            laps += batch
            val now = monotonicNanoseconds()
            if (cost < 0.97 * best) bestAt = now
            best = minOf(best, cost)
            val isSettled = laps >= enough && (enough < COMPILED_AFTER || now - bestAt > SETTLED_NANOSECONDS)
            if (isSettled || now - begin > MAX_NANOSECONDS) return best
        }
    }

    /** A separate function, so that it is compiled as a whole. */
    private fun batch(): Double {
        val before = wallNanoseconds()
        if (strand == null) repeat(batch) { lap() } else repeat(batch) { suspendingLap(strand) }
        return (wallNanoseconds() - before).toDouble() / batch
    }

    private fun lap() {
        enterAndStart(LABEL, set)?.let(::stopAll)
    }

    private fun suspendingLap(strand: Strand) {
        openSuspending(graph, strand, LABEL, set, EmptyCoroutineContext, stream = null, isHeld = false)?.let(::closeSuspending)
    }

    private fun minLap(component: Component?): Double =
        if (component is LongComponent && component.laps > 0L) component.min.toDouble() else 0.0
}

/** Returns the number of empty laps needed to determine the cost of one in a program that has had [laps]. */
internal fun enoughEmptyLaps(laps: Long): Int = laps.coerceIn(MIN_LAPS.toLong(), COMPILED_AFTER.toLong()).toInt()
