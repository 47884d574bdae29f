package timemory.internal.callgraph

/**
 * Is informed by a thread each time that the place changes which it stands in: the innermost open region, that of a coroutine or of
 * propagated work included, as all of them go through [ThreadGraph.top]. Whoever samples threads knows by that where a sample fell: at the
 * place that the thread stood in between two changes.
 *
 * Called on the way of each region: must be quick, allocate nothing in the usual case, and throw nothing.
 */
internal interface PositionWatch {
    /** The place of [graph] is about to change; [ThreadGraph.place] is what it was up to now. */
    fun changes(graph: ThreadGraph)

    /** As [changes], because [node] has been opened: a region, or the marker of a [ContextFrame]. */
    fun opens(graph: ThreadGraph, node: Node)
}

/** What samples the process, where something does: see [SessionHooks.sampler]. */
internal interface Sampler {
    /** The calling thread has [graph] from now on: has it watched. Called without a lock. */
    fun begins(graph: ThreadGraph)

    /** Adds what was sampled so far, below the places that samples fell at. It must not throw. */
    fun addTo(collector: Collector)
}
