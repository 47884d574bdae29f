package timemory.bundle

import timemory.Component
import timemory.ComponentType
import timemory.LateComponent
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.enterAndStart
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stopAll

/** One lap of a bundle, with copies of what its components recorded: the working part of `measured`. */
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
 * Components of the program that laps of a region are copied to: those that the bundle has now. A bundle that follows a user bundle may have
 * others in a later lap; what was not there from the start is recorded in the call graph only.
 */
internal class LapCopies(bundle: Bundle) {
    private val set = bundle.set
    private val copies = Array(set.size) { set.types[it].create() }
    private val lapsBefore = LongArray(copies.size)

    val types: List<ComponentType<*>> get() = set.types

    /** Closes [node] and adds the lap that ended; a component that failed in it adds none. */
    fun stopAndCopy(node: Node) = node.graph.whilePinned {
        for (i in copies.indices) lapsBefore[i] = componentOf(node, i)?.lapsWithValue() ?: 0L
        stopAll(node)
        for (i in copies.indices) {
            val component = componentOf(node, i) ?: continue
            if (component.lapsWithValue() > lapsBefore[i]) copies[i].recordLastLapOf(component)
        }
    }

    /** The instance of [node] that measures the component with [index] here; `null` if none does. */
    fun componentOf(node: Node, index: Int): Component? {
        if (node.set === set) return node.components.getOrNull(index)
        val there = node.set.types.indexOf(set.types.getOrNull(index) ?: return null)
        return if (there < 0) null else node.components[there]
    }

    /** Waits for the values of laps that come late, because a copy is needed now. */
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
