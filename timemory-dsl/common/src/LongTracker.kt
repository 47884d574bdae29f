package timemory

import timemory.internal.callgraph.record

/**
 * A component for the program's own integer data:
 * ```
 * class Iterations : LongTracker() {
 *     companion object TYPE : ComponentType<Iterations>("iterations", "Iterations of the solver", Quantity.COUNT, ::Iterations)
 * }
 *
 * measure<WallClock, Iterations>("solve") { ... store<Iterations>(17) ... }
 * ```
 * The value of a lap is the last number stored while the region was open, or 0 if none was. The functions `store`, `markBegin`, `markEnd`
 * and `addSecondary` find the open region; the methods here are for a component that you already have.
 */
public abstract class LongTracker : LongComponent() {
    private var value = 0L
    private var mark = 0L
    private var secondaries: Secondaries<Long>? = null

    final override fun start() {
        value = 0L
        mark = 0L
        secondaries?.begin()
    }

    final override fun stop() {
        record(value)
        secondaries?.end { to, lap -> (to as LongTracker).record(lap) }
    }

    /** Sets the value of this lap. */
    public fun store(value: Long) {
        if (value < 0L) checkNegative(value)
        this.value = value
    }

    /** Sets the value of this lap to the result of [combine] for the current value and [value]. */
    public fun store(value: Long, combine: LongCombination): Unit = store(combine.combine(this.value, value))

    /** Keeps [value] for [markEnd]. */
    public fun markBegin(value: Long) {
        mark = value
    }

    /** Adds the difference between [value] and that of the last [markBegin] to the value of this lap. */
    public fun markEnd(value: Long): Unit = store(this.value + (value - mark))

    /** Adds the result of [combine] for the value of the last [markBegin] and [value] to the value of this lap. */
    public fun markEnd(value: Long, combine: LongCombination): Unit = store(this.value + combine.combine(mark, value))

    /** Records [value] under [key], as a child region; values of the same [key] in this lap are added up. */
    public fun addSecondary(key: String, value: Long): Unit = addSecondary(key, value) { a, b -> a + b }

    /** Records [value] under [key], as a child region: the result of [combine] for the current value of [key] in this lap and [value]. */
    public fun addSecondary(key: String, value: Long, combine: LongCombination) {
        if (value < 0L) checkNegative(value)
        secondaries().add(key, value, combine::combine)
    }

    internal val valueInLap: Long get() = value

    internal val markInLap: Long get() = mark

    /** The value of [key] in this lap; `null` if there is none. */
    internal fun secondaryInLap(key: String): Long? = secondaries?.inLap(key)

    private fun secondaries(): Secondaries<Long> =
        secondaries ?: Secondaries<Long> { componentTypeOf(keyOf(this))!!.create() }.also { secondaries = it }

    final override val secondary: Map<String, Component> get() = secondaries?.components ?: emptyMap()

    final override fun secondaryPart(key: String): Component = secondaries().componentOf(key)

    final override fun addSecondaryOf(other: Component) {
        if (other.secondary.isNotEmpty()) secondaries().addAll(other.secondary)
    }

    override fun reset() {
        super.reset()
        secondaries?.reset()
    }

    final override fun openLap(): Long = value
}

/** Combines two values. */
public fun interface LongCombination {
    /** Returns the combination of the current value [a] and the new value [b]. */
    public fun combine(a: Long, b: Long): Long
}
