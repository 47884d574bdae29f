package timemory

import timemory.internal.callgraph.record

/**
 * A component for the program's own data of any type; for numbers, use [LongTracker] and [DoubleTracker]. Its [ValueComponentType] defines
 * how values add up and which numbers they contain.
 *
 * The value of a lap is the last value stored while the region was open; a lap in which nothing was stored is not recorded.
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

    @Suppress("UNCHECKED_CAST") // created by the type of this class
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
     * Adds the result of [combine] for the value of the last [markBegin] and [value] to the value of this lap.
     *
     * @throws IllegalStateException if this lap has no [markBegin]
     */
    public fun markEnd(value: V, combine: (V, V) -> V) {
        val begin = checkNotNull(mark) { "markEnd of ${type.id}: this lap has no markBegin" }
        store(combine(begin, value), type::plus)
    }

    /** Records [value] under [key], as a child region; values of the same [key] in this lap are added up. */
    public fun addSecondary(key: String, value: V): Unit = addSecondary(key, value, type::plus)

    /** Records [value] under [key], as a child region: the result of [combine] for the current value of [key] in this lap and [value]. */
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
