package timemory.bundle

import timemory.Component
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

/** Components of the program that laps of a region are copied to. */
internal class LapCopies(bundle: Bundle) {
    private val copies = Array(bundle.types.size) { bundle.types[it].create() }
    private val lapsBefore = LongArray(copies.size)

    /** Closes [node] and adds the lap that ended; a component that failed in it adds none. */
    fun stopAndCopy(node: Node) = node.graph.whilePinned {
        val components = node.components
        for (i in components.indices) lapsBefore[i] = components[i]?.lapsWithValue() ?: 0L
        stopAll(node)
        for (i in components.indices) {
            val component = components[i] ?: continue
            if (component.lapsWithValue() > lapsBefore[i]) copies[i].recordLastLapOf(component)
        }
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
