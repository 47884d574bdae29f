package timemory

import timemory.internal.callgraph.record

/**
 * A component for the program's own data, of any type; [LongTracker] and [DoubleTracker] are the same for numbers. Its [ValueComponentType]
 * defines how values add up and which numbers they hold.
 *
 * Its value in a lap is what was stored last while the region was open; a lap in which nothing was stored is not recorded.
 */
public abstract class ValueTracker<V : Any>(private val type: ValueComponentType<*, V>) : ValueComponent<V>(type) {
    private var value: V? = null
    private var mark: V? = null
    private var secondaries: Secondaries<V>? = null

    final override fun start() {
        value = null
        mark = null
        secondaries?.begin()
    }

    @Suppress("UNCHECKED_CAST") // made by the type of this class
    final override fun stop() {
        value?.let(::record)
        secondaries?.end { to, lap -> (to as ValueTracker<V>).record(lap) }
    }

    /** Sets the value of this lap. */
    public fun store(value: V) {
        this.value = value
    }

    /** Sets the value of this lap to the result of [combine] for the current value, if any, and [value]. */
    public fun store(value: V, combine: (V, V) -> V) {
        this.value = this.value?.let { combine(it, value) } ?: value
    }

    /** Keeps [value] for [markEnd]. */
    public fun markBegin(value: V) {
        mark = value
    }

    /**
     * Adds to the value of this lap what [combine] makes of the value of the last [markBegin] and of [value].
     *
     * @throws IllegalStateException if this lap has no [markBegin]
     */
    public fun markEnd(value: V, combine: (V, V) -> V) {
        val begin = checkNotNull(mark) { "markEnd of ${type.id}: this lap has no markBegin" }
        store(combine(begin, value), type::plus)
    }

    /** Records [value] under [key], as a region inside this one; with what [key] had already in this lap, added up. */
    public fun addSecondary(key: String, value: V): Unit = addSecondary(key, value, type::plus)

    /** Records [value] under [key], as a region inside this one: what [combine] makes of it and of what [key] had already in this lap. */
    public fun addSecondary(key: String, value: V, combine: (V, V) -> V): Unit = secondaries().add(key, value, combine)

    private fun secondaries(): Secondaries<V> = secondaries ?: Secondaries<V>(type::create).also { secondaries = it }

    final override val secondary: Map<String, Component> get() = secondaries?.components ?: emptyMap()

    final override fun secondaryPart(key: String): Component = secondaries().componentOf(key)

    final override fun addSecondaryOf(other: Component) {
        if (other.secondary.isNotEmpty()) secondaries().addAll(other.secondary)
    }

    override fun reset() {
        super.reset()
        secondaries?.reset()
    }
}
