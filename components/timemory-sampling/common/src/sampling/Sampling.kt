package timemory.sampling

import timemory.internal.callgraph.Session

/** The sampler of the process, as far as this target has one. */
internal expect object Sampling {
    /** Why there are no samples of [kind], as a sentence; `null` where there are. */
    fun unavailable(kind: SampleKind): String?

    /** [session] begins: samples the whole program where its settings say so. Must not throw. */
    fun begins(session: Session)

    /** A region with samples of [kind] is about to be measured: has the sampler take them where it does not yet. Must not throw. */
    fun wanted(kind: SampleKind)
}
