package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField

/**
 * Decides for each lap of a path whether it is measured, once the overhead there exceeds its value. A region is opened and closed in any
 * case, so that its child regions are below it; its components are not started, and [Node.skipped] counts the lap.
 *
 * ### Thread-safety
 * Called by all threads that reach the path.
 */
internal abstract class Throttle {
    /** Whether it is consulted. Once it is not, the number of skipped laps is still known. */
    @JvmField
    @Volatile
    var isOn: Boolean = true

    /** Whether the lap of [node] that starts now is not measured. Must be fast, allocate nothing and throw nothing. */
    abstract fun skips(node: Node): Boolean

    /** Adds to [collector] the number of laps of [node] that were not measured. It must not throw. */
    abstract fun addTo(collector: Collector, node: Node)
}
