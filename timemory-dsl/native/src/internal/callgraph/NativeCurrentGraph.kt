package timemory.internal.callgraph

import kotlin.native.concurrent.ThreadLocal

@ThreadLocal
internal actual var currentGraph: ThreadGraph? = null

internal actual fun referenceTo(graph: ThreadGraph): Any? = null

/** Each thread keeps its own, which the session has cleared, until it measures again. */
internal actual fun forgetGraphsOf(session: Session) {
    if (currentGraph?.session === session) currentGraph = null
}
