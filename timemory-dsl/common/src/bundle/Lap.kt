package timemory

/** One lap of a bundle, with copies of what its components recorded: the working part of `measured`. */
@PublishedApi
internal class Lap(private val bundle: Bundle) {
    private val copies = copiesFor(bundle)

    inline fun <R> around(label: String, block: () -> R): R {
        val node = enter(label)
        try {
            return block()
        } finally {
            if (node != null) leave(node)
        }
    }

    fun enter(label: String): Node? = if (recording) enterAndStart(label, bundle.set) else null

    fun leave(node: Node) = stopAndCopy(node, copies)

    @Suppress("UNCHECKED_CAST") // the caller is the typed bundle whose components these are
    operator fun <C : Component> get(index: Int): C = copies[index] as C
}

internal fun copiesFor(bundle: Bundle): List<Component> = bundle.types.map { it.create() }

/** Closes [node] and adds the lap that ended to [copies]; a component that failed in it adds none. */
internal fun stopAndCopy(node: Node, copies: List<Component>) {
    val components = node.components
    val before = LongArray(components.size) { components[it]?.laps ?: 0L }
    stopAll(node)
    for (i in components.indices) {
        val component = components[i] ?: continue
        if (component.laps > before[i]) copies[i].recordLastLapOf(component)
    }
}
