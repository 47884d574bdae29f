package timemory.internal.callgraph

import kotlin.jvm.JvmField

/**
 * Is notified by a thread each time that the thread's place changes: the innermost open region, that of a coroutine or of
 * propagated work included, as all of them go through [ThreadGraph.top]. This shows a sampler where a sample fell, namely at the thread's
 * place between two changes, and shows the keeper of slow laps what happened in them.
 *
 * Called on the way of each region: must be quick, allocate nothing in the usual case, and throw nothing.
 */
internal abstract class PositionWatch {
    /** What it passes everything on to, if it [isInFront] of what samples the thread. */
    @JvmField
    var inner: PositionWatch? = null

    open val isInFront: Boolean get() = false

    /** The path of [graph] is about to change; [ThreadGraph.path] is what it was up to now. */
    abstract fun changes(graph: ThreadGraph)

    /** Called like [changes] because [node] was opened: a region, or the marker of a [ContextFrame]. */
    abstract fun opens(graph: ThreadGraph, node: Node)

    /** Called like [changes] because [node] was closed; its components have the lap. */
    open fun closes(graph: ThreadGraph, node: Node): Unit = changes(graph)

    /** The suspending region of [lap] has ended; its place is left later. */
    open fun ended(lap: SuspendingLap) {}

    /** From now on the thread stands where [graph] says, which is its graph in another session. */
    open fun moves(graph: ThreadGraph) {}
}

/** What samples the process, where something does: see [Session.sampler]. */
internal interface Sampler {
    /** The calling thread has [graph] from now on: has it watched. Called without a lock. */
    fun begins(graph: ThreadGraph)

    /** Adds what was sampled so far, below the places that samples fell at. It must not throw. */
    fun addTo(collector: Collector)

    /** Samples that fall below [root], in a part of the session, are kept for [takePart]. */
    fun opensPart(root: CallPath) {}

    /** Reads samples where that costs little; how late others may come, in nanoseconds. */
    fun refresh(): Long = 0L

    /** Adds what was sampled below [root], and is read so far: from now on, nothing is kept for it. */
    fun takePart(root: CallPath, collector: Collector) {}
}
