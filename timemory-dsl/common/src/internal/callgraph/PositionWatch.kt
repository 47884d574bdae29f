package timemory.internal.callgraph

import kotlin.jvm.JvmField

/**
 * Notified by a thread each time the thread's position changes: the innermost open region, including that of a coroutine or of propagated
 * work, since all of them go through [ThreadGraph.top]. A sampler uses it to attribute a sample to the thread's position between two
 * changes, and the slow-lap recorder to learn what happened inside laps.
 *
 * Called on the path of each region: must be fast, allocate nothing in the usual case, and throw nothing.
 */
internal abstract class PositionWatch {
    /** The watch it forwards everything to, if it [isInFront] of the thread's sampler. */
    @JvmField
    var inner: PositionWatch? = null

    open val isInFront: Boolean get() = false

    /** The path of [graph] is about to change; [ThreadGraph.path] still has the old value. */
    abstract fun changes(graph: ThreadGraph)

    /** Called like [changes] because [node] was opened: a region, or the marker of a [ContextFrame]. */
    abstract fun opens(graph: ThreadGraph, node: Node)

    /** Called like [changes] because [node] was closed; its components have the lap. */
    open fun closes(graph: ThreadGraph, node: Node): Unit = changes(graph)

    /** The suspending region of [lap] has ended; its position is left later. */
    open fun ended(lap: SuspendingLap) {}

    /** From now on the thread is at the position of [graph], its graph in another session. */
    open fun moves(graph: ThreadGraph) {}
}

/** The sampler of the process, if there is one: see [Session.sampler]. */
internal interface Sampler {
    /** The calling thread uses [graph] from now on: starts watching it. Called without a lock. */
    fun begins(graph: ThreadGraph)

    /** Adds the samples so far, below the positions where they were taken. It must not throw. */
    fun addTo(collector: Collector)

    /** Keeps samples taken below [root], in a part of the session, for [takePart]. */
    fun opensPart(root: CallPath) {}

    /** Reads pending samples if that is cheap; returns how late others may arrive, in nanoseconds. */
    fun refresh(): Long = 0L

    /** Adds the samples below [root] that have been read so far, and stops keeping them. */
    fun takePart(root: CallPath, collector: Collector) {}
}
