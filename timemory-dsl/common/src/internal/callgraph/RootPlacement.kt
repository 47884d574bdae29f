package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField

/**
 * The parent of work without a propagated context, on a thread other than the primary one and outside of all regions.
 *
 * It is the place where the primary thread stands, as in timemory for C++: a program that opens a region around a parallel part means its
 * threads. Under the agent every function is a region, and where the primary thread happens to be says nothing of what other threads do;
 * there it is the root.
 */
internal object RootPlacement {
    @Volatile
    @JvmField // the agent sets it
    var isRoot: Boolean = false
}
