package timemory.internal.callgraph

import kotlin.concurrent.Volatile

/**
 * A region of one thread that is measured outside of Kotlin for the time being: the C library measures one that is pushed and popped again
 * and again at one place by itself, since entering Kotlin takes longer than everything else about it.
 *
 * Its [node] stays closed meanwhile and holds what it had recorded when it was cached. The thread measures nothing else, and opens nothing
 * inside, before the region is reclaimed ([ThreadGraph.reclaimCachedRegion]). The thread that makes results reads it as it is. There is one
 * for a graph, which caches one node after the other.
 *
 * ### Thread-safety
 * Changed by its thread; read by any, which looks afterwards whether [version] is still the same.
 */
internal abstract class CachedRegion {
    /** The cached node, `null` while nothing is. */
    @Volatile
    var node: Node? = null

    /** Even, and larger with each lap; odd while one is being recorded. */
    abstract val version: Int

    /** Whether a lap is open. */
    protected abstract val isOpen: Boolean

    /** The cached node, while a lap is open. */
    val openNode: Node? get() = node.takeIf { isOpen }

    /** What the node would be, were it not cached; `null` while none is. */
    abstract fun read(): KeptNode?

    /** Lets the thread give it back before its next lap. */
    abstract fun revoke()

    /** Gives [node] what was recorded meanwhile, and opens it where a lap is open. By its thread. */
    abstract fun restore(node: Node)
}
