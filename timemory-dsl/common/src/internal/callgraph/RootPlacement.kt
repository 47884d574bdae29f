package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField

/**
 * The parent of work without a propagated context, on a thread other than the primary one and outside of all regions.
 *
 * It is the primary thread's current position, as in timemory for C++: in a program that opens a region around a parallel part, the region
 * includes its threads. Under the agent every function is a region, and the primary thread's current position says nothing about other
 * threads; there it is the root.
 */
internal object RootPlacement {
    @Volatile
    @JvmField // set by the agent
    var isRoot: Boolean = false
}
