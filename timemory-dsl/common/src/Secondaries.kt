package timemory

/** Bounds memory when names are generated. */
private const val MAX_NAMES = 1000
private const val OVER_LIMIT = "(names over the limit)"

/**
 * Additional values of one lap, by name: children of the region in the call graph that no code opened. [V] is the type of the values.
 *
 * @param create creates a component for the laps of one name
 */
internal class Secondaries<V : Any>(private val create: () -> Component) {
    private val inLap = LinkedHashMap<String, V>()
    private val recorded = LinkedHashMap<String, Component>()

    val components: Map<String, Component> get() = recorded

    /** Adds [value] to this lap under [key]: the result of [combine] for the current value and [value]. */
    inline fun add(key: String, value: V, combine: (V, V) -> V) {
        val name = nameFor(key)
        inLap[name] = inLap[name]?.let { combine(it, value) } ?: value
    }

    /** The value of [key] in this lap; `null` if there is none. */
    fun inLap(key: String): V? = inLap[nameFor(key)]

    private fun nameFor(key: String): String =
        if (key in inLap || key in recorded || inLap.size + recorded.size < MAX_NAMES) key else OVER_LIMIT

    fun begin() = inLap.clear()

    /** Ends the lap: [record] records each value in the component for its name. */
    inline fun end(record: (Component, V) -> Unit) {
        for ((key, value) in inLap) record(componentOf(key), value)
        inLap.clear()
    }

    fun componentOf(key: String): Component = recorded.getOrPut(key, create)

    /** Adds values that were recorded elsewhere. */
    fun addAll(others: Map<String, Component>) {
        for ((key, component) in others) componentOf(key).recordSumOf(listOf(component))
    }

    fun reset() {
        inLap.clear()
        recorded.clear()
    }
}
