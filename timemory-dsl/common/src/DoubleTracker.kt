package timemory

import timemory.internal.callgraph.record

/**
 * A component for the program's own floating-point data:
 * ```
 * class Residual : DoubleTracker() {
 *     companion object TYPE : ComponentType<Residual>("residual", "What the solver is off by", Quantity.COUNT, ::Residual)
 * }
 *
 * measure<WallClock, Residual>("solve") { ... store<Residual>(1e-6) ... }
 * ```
 * The value of a lap is the last number stored while the region was open, or 0.0 if none was. The functions `store`, `markBegin`, `markEnd`
 * and `addSecondary` find the open region; the methods here are for a component that you already have.
 */
public abstract class DoubleTracker : DoubleComponent() {
    private var value = 0.0
    private var mark = 0.0
    private var secondaries: Secondaries<Double>? = null

    final override fun start() {
        value = 0.0
        mark = 0.0
        secondaries?.begin()
    }

    final override fun stop() {
        record(value)
        secondaries?.end { to, lap -> (to as DoubleTracker).record(lap) }
    }

    /** Sets the value of this lap. */
    public fun store(value: Double) {
        this.value = value
    }

    /** Sets the value of this lap to the result of [combine] for the current value and [value]. */
    public fun store(value: Double, combine: DoubleCombination) {
        this.value = combine.combine(this.value, value)
    }

    /** Keeps [value] for [markEnd]. */
    public fun markBegin(value: Double) {
        mark = value
    }

    /** Adds the difference between [value] and that of the last [markBegin] to the value of this lap. */
    public fun markEnd(value: Double) {
        this.value += value - mark
    }

    /** Adds the result of [combine] for the value of the last [markBegin] and [value] to the value of this lap. */
    public fun markEnd(value: Double, combine: DoubleCombination) {
        this.value += combine.combine(mark, value)
    }

    /** Records [value] under [key], as a child region; values of the same [key] in this lap are added up. */
    public fun addSecondary(key: String, value: Double): Unit = addSecondary(key, value) { a, b -> a + b }

    /** Records [value] under [key], as a child region: the result of [combine] for the current value of [key] in this lap and [value]. */
    public fun addSecondary(key: String, value: Double, combine: DoubleCombination) {
        secondaries().add(key, value, combine::combine)
    }

    internal val valueInLap: Double get() = value

    internal val markInLap: Double get() = mark

    /** The value of [key] in this lap; `null` if there is none. */
    internal fun secondaryInLap(key: String): Double? = secondaries?.inLap(key)

    private fun secondaries(): Secondaries<Double> =
        secondaries ?: Secondaries<Double> { componentTypeOf(keyOf(this))!!.create() }.also { secondaries = it }

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

/** Combines two values. */
public fun interface DoubleCombination {
    /** Returns the combination of the current value [a] and the new value [b]. */
    public fun combine(a: Double, b: Double): Double
}
