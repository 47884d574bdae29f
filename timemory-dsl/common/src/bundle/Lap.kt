package timemory.bundle

import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stopAll

/** One lap of a bundle, with copies of the values its components recorded: the implementation of `measured`. */
@PublishedApi
internal class Lap(private val bundle: Bundle) {
    private val copies = LapCopies(bundle)

    inline fun <R> around(label: String, block: () -> R): R {
        val node = enter(label)
        try {
            return block()
        } finally {
            if (node != null) leave(node)
        }
    }

    fun enter(label: String): Node? = if (recording) enterAndStart(label, bundle.set) else null

    fun leave(node: Node) = copies.stopAndCopy(node)

    operator fun <C : Component> get(index: Int): C = copies[index]
}

/**
 * The program's components to which the laps of a region are copied: the current components of the bundle. A bundle that follows a user
 * bundle may have other components in a later lap; those that were not present at the start are recorded only in the call graph.
 */
internal class LapCopies(bundle: Bundle) {
    private val set = bundle.set
    private val copies = Array(set.size) { set.types[it].create() }
    private val lapsBefore = LongArray(copies.size)

    val types: List<ComponentType<*>> get() = set.types

    /** Closes [node] and adds the lap that ended; a component that failed in it adds nothing. */
    fun stopAndCopy(node: Node) = node.graph.whilePinned {
        for (i in copies.indices) lapsBefore[i] = componentOf(node, i)?.lapsWithValue() ?: 0L
        stopAll(node)
        for (i in copies.indices) {
            val component = componentOf(node, i) ?: continue
            if (component.lapsWithValue() > lapsBefore[i]) copies[i].recordLastLapOf(component)
        }
    }

    /** Returns the instance of [node] that measures the component with [index] here; `null` if there is none. */
    fun componentOf(node: Node, index: Int): Component? {
        if (node.set === set) return node.components.getOrNull(index)
        val there = node.set.types.indexOf(set.types.getOrNull(index) ?: return null)
        return if (there < 0) null else node.components[there]
    }

    /** Waits for values of laps that arrive late, because a copy is needed now. */
    private fun Component.lapsWithValue(): Long {
        if (this is LateComponent) settle(wait = true)
        return laps
    }

    fun reset() {
        copies.forEach { it.reset() }
    }

    fun asList(): List<Component> = copies.asList()

    @Suppress("UNCHECKED_CAST") // the caller is the typed bundle or region whose components these are
    operator fun <C : Component> get(index: Int): C = copies[index] as C
}
