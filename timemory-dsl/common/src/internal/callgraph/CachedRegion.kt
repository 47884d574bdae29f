package timemory.internal.callgraph

import kotlin.concurrent.Volatile

/**
 * A region of one thread that is temporarily measured outside of Kotlin: the C library itself measures a region that is repeatedly pushed
 * and popped at the same position, because entering Kotlin would take longer than everything else.
 *
 * Its [node] stays closed meanwhile and holds the values recorded before it was cached. The thread measures nothing else, and opens no
 * child, before the region is reclaimed ([ThreadGraph.reclaimCachedRegion]). The thread that makes results reads it in place. Each graph
 * has one, which caches one node after another.
 *
 * ### Thread-safety
 * Changed by its thread; read by any thread, which then checks that [version] is unchanged.
 */
internal abstract class CachedRegion {
    /** The cached node; `null` if there is none. */
    @Volatile
    var node: Node? = null

    /** Even, and larger with each lap; odd while one is being recorded. */
    abstract val version: Int

    /** Whether a lap is open. */
    protected abstract val isOpen: Boolean

    /** The cached node while a lap is open. */
    val openNode: Node? get() = node.takeIf { isOpen }

    /** Returns the node as if it were not cached; `null` if there is none. */
    abstract fun read(): KeptNode?

    /** Makes the thread return it before its next lap. */
    abstract fun revoke()

    /** Adds the values recorded meanwhile to [node], and opens it if a lap is open. Called by its thread. */
    abstract fun restore(node: Node)
}
