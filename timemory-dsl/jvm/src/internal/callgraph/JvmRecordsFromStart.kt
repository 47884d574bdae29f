package timemory.internal.callgraph

internal actual val recordsFromStart: Boolean get() = !InitiallyDisabled.HOLDS
