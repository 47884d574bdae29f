@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlin.native.ref.createCleaner
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.get
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.rawValue
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.set
import kotlinx.cinterop.toLong
import timemory.Scope
import timemory.WallClock
import timemory.bundle.markPushed
import timemory.chosenComponents
import timemory.cinterop.linux.timemory_call
import timemory.cinterop.linux.timemory_quick_wall_function
import timemory.internal.callgraph.CachedRegion
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.KeptNode
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.recording
import timemory.internal.platform.orderLoads
import timemory.internal.platform.orderStores
import timemory.internal.platform.wallNanoseconds

/*
 * Regions that c/fast_path.h measures without entering Kotlin; the reason and method are explained there.
 */

// The index of each field of `struct tm_cached_region`; all are 64 bits wide.
private const val IS_REVOKED = 0
private const val VERSION = 1
private const val IS_OPEN = 2
private const val BEGIN = 3
private const val STATE = 4
private const val STATE_SIZE = 10
private const val CLOCK = 14
private const val DROP = 15

private const val NOT_LENT = 0
private const val LENT = 1
private const val LENT_TO_NEW = 2

/** The region that the calling thread has cached, in C memory. */
private class NativeCachedRegion(val memory: COpaquePointer) : CachedRegion() {
    private val fields = memory.reinterpret<LongVar>()

    @Suppress("unused")
    private val cleaner = createCleaner(memory) { timemory_call(it.reinterpret<LongVar>()[DROP], it.toLong(), 0, 0, 0, 0, 0) }

    override val version: Int
        get() {
            orderLoads()
            return fields[VERSION].toInt()
        }

    override val isOpen: Boolean get() = fields[IS_OPEN] != 0L

    /** Transfers the values recorded by the node's wall clock to C. */
    fun cache(node: Node, clock: WallClock) {
        clock.state().forEachIndexed { i, value -> fields[STATE + i] = value }
        fields[IS_OPEN] = 0L
        fields[IS_REVOKED] = 0L
        fields[CLOCK] = timemory_quick_wall_function()
        orderStores()
        this.node = node
    }

    private fun restore(clock: WallClock) = clock.restore(LongArray(STATE_SIZE) { fields[STATE + it] })

    override fun read(): KeptNode? {
        val node = node ?: return null
        val clock = WallClock().also(::restore)
        var openLap: Array<Long?>? = null
        if (isOpen) {
            orderLoads()
            val begin = fields[BEGIN]
            openLap = arrayOf(wallNanoseconds() - begin)
        }
        return KeptNode(node, arrayOf(clock), openLap, earlier = null)
    }

    override fun revoke() {
        fields[IS_REVOKED] = 1L
    }

    override fun restore(node: Node) {
        val clock = node.components[0] as WallClock
        restore(clock)
        if (!isOpen) return
        clock.startAt(fields[BEGIN])
        fields[IS_OPEN] = 0L
        node.graph.opened(node.take())
        markPushed(node, node.label)
    }
}

internal fun cacheRegion(bundle: Int, name: Int, memory: NativePtr): Int {
    val graph = currentGraph ?: return NOT_LENT
    val label = names[name] ?: return NOT_LENT
    val set = setOf(bundle) ?: return NOT_LENT
    val node = lendable(graph, label, set) ?: return NOT_LENT
    val known = (graph.cachedRegion as NativeCachedRegion?)?.takeIf { it.memory.rawValue == memory }
    val region = known ?: NativeCachedRegion(interpretCPointer<LongVar>(memory)!!)
    graph.cachedRegion = region
    region.cache(node, node.components[0] as WallClock)
    // An event that reclaims it may have happened before it became visible: results being made, or changed components.
    if (!graph.session.isActive || setOf(bundle) !== set) region.revoke()
    return if (known == null) LENT_TO_NEW else LENT
}

private fun setOf(bundle: Int): ComponentSet? = if (bundle == 0) chosenComponents() else bundleNumbered(bundle)?.set

/** Returns the node of the region that was just popped if its laps can be measured with only a wall clock and its sums. */
private fun lendable(graph: ThreadGraph, label: String, set: ComponentSet): Node? {
    if (!recording || !graph.session.isActive || graph.isLeased || !graph.pushes.isEmpty || graph.watch != null) return null
    // Not if another thread can change the parent of the region.
    val position = graph.top.position ?: return null
    val node = position.recent ?: return null
    val clock = node.components.singleOrNull() as? WallClock ?: return null
    val isUsual = node.label == label && node.set === set && node.parent === position && node.path.scope == Scope.TREE &&
        !node.path.isOverflow && !node.isOpen && node.isPlain && node.detached == null && !node.overlaps && clock.laps > 0L
    return if (isUsual) node else null
}

internal fun reclaimCachedRegion(memory: NativePtr): Int {
    val graph = currentGraph ?: return 0
    if ((graph.cachedRegion as NativeCachedRegion?)?.memory?.rawValue != memory) return 0
    graph.reclaimCachedRegion()
    return 1
}

internal fun revokeLent() {
    activeSession()?.revokeLent()
}
