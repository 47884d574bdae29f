package timemory.sampling

import timemory.internal.callgraph.Session

/** The sampler of the process, if this target has one. */
internal expect object Sampling {
    /** Returns why there are no samples of [kind], as a sentence; `null` if there are. */
    fun unavailable(kind: SampleKind): String?

    /** Called when [session] starts: samples the whole program if its settings ask for it. Must not throw. */
    fun begins(session: Session)

    /**
     * Called when a region with samples of [kind] is about to be measured: makes the sampler take them if it does not already. Must not
     * throw.
     */
    fun wanted(kind: SampleKind)
}
