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
 * Its value in a lap is what was stored last while the region was open, or 0L if nothing was. The functions named `store`, `markBegin`,
 * `markEnd` and `addSecondary` find the open region; the methods here are for a component that is held in the hand.
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

    /** Sets the value of this lap to what [combine] makes of it and [value]. */
    public fun store(value: Long, combine: LongCombination): Unit = store(combine.combine(this.value, value))

    /** Keeps [value] for [markEnd]. */
    public fun markBegin(value: Long) {
        mark = value
    }

    /** Adds to the value of this lap how much larger [value] is than that of the last [markBegin]. */
    public fun markEnd(value: Long): Unit = store(this.value + (value - mark))

    /** Adds to the value of this lap what [combine] makes of the value of the last [markBegin] and of [value]. */
    public fun markEnd(value: Long, combine: LongCombination): Unit = store(this.value + combine.combine(mark, value))

    /** Records [value] under [key], as a region inside this one; with what [key] had already in this lap, added up. */
    public fun addSecondary(key: String, value: Long): Unit = addSecondary(key, value) { a, b -> a + b }

    /** Records [value] under [key], as a region inside this one: what [combine] makes of it and of what [key] had already in this lap. */
    public fun addSecondary(key: String, value: Long, combine: LongCombination) {
        if (value < 0L) checkNegative(value)
        secondaries().add(key, value, combine::combine)
    }

    internal val valueInLap: Long get() = value

    internal val markInLap: Long get() = mark

    /** What [key] has in this lap; `null` for nothing. */
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
