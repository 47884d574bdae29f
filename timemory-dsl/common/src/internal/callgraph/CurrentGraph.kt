package timemory.internal.callgraph

/** The calling thread's call graph, `null` before it measured anything. */
internal expect var currentGraph: ThreadGraph?

/** What [currentGraph] keeps of [graph], `null` where it keeps the graph itself. */
internal expect fun referenceTo(graph: ThreadGraph): Any?

/** Lets go of what leads from threads to their graphs of [session], which is over. */
internal expect fun forgetGraphsOf(session: Session)
