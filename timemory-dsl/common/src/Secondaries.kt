package timemory

/**
 * Further values of one lap, by name: children of the region in the call graph that no code opened. [V] is the type of the values.
 *
 * @param create makes a component for the laps of one name
 * @param record records a lap in it
 */
internal class Secondaries<V : Any>(private val create: () -> Component, private val record: (Component, V) -> Unit) {
    private val inLap = LinkedHashMap<String, V>()
    private val recorded = LinkedHashMap<String, Component>()

    val components: Map<String, Component> get() = recorded

    /** Adds [value] to this lap under [key], combined with what is there already. */
    fun add(key: String, value: V, combine: (V, V) -> V) {
        val name = if (key in inLap || key in recorded || inLap.size + recorded.size < MOST) key else OVER_LIMIT
        inLap[name] = inLap[name]?.let { combine(it, value) } ?: value
    }

    fun begin() = inLap.clear()

    fun end() {
        for ((key, value) in inLap) record(recorded.getOrPut(key, create), value)
        inLap.clear()
    }

    /** Adds what was recorded elsewhere. */
    fun addAll(others: Map<String, Component>) {
        for ((key, component) in others) recorded.getOrPut(key, create).recordSumOf(listOf(component))
    }

    fun reset() {
        inLap.clear()
        recorded.clear()
    }

    private companion object {
        /** So that a program that makes up names does not fill the memory. */
        const val MOST = 1000
        const val OVER_LIMIT = "(names over the limit)"
    }
}
