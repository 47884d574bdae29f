package timemory.internal.callgraph

/** Nothing has to be loaded for a session, so the first region may ask one. */
internal actual const val recordsFromStart: Boolean = true
