package timemory.internal.callgraph

/** The calling thread's call graph; `null` before it measured anything. */
internal expect var currentGraph: ThreadGraph?

/** Returns the reference to [graph] that [currentGraph] stores; `null` if it stores the graph itself. */
internal expect fun referenceTo(graph: ThreadGraph): Any?

/** Removes the references from threads to their graphs of [session], which has ended. */
internal expect fun forgetGraphsOf(session: Session)
