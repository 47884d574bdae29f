package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField

/**
 * Decides for each lap of a place whether it is measured, once measuring there costs more than it tells. A region is opened and closed in
 * any case, so that the regions inside are below it; its components are not started, and [Node.skipped] counts the lap.
 *
 * ### Thread-safety
 * Asked by all threads that come to the place.
 */
internal abstract class Throttle {
    /** Whether it is asked. Once it is not, what was skipped is known still. */
    @JvmField
    @Volatile
    var isOn: Boolean = true

    /** Whether the lap of [node] that begins now is not measured. Must be quick, allocate nothing and throw nothing. */
    abstract fun skips(node: Node): Boolean

    /** Adds to [collector] how many laps of [node] were not measured. It must not throw. */
    abstract fun addTo(collector: Collector, node: Node)
}
