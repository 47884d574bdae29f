package timemory.internal.callgraph

/** The calling thread's call graph, `null` before it measured anything. */
internal expect var currentGraph: ThreadGraph?

/** Lets go of what leads from threads to their graphs of [session], which is over. */
internal expect fun forgetGraphsOf(session: Session)
