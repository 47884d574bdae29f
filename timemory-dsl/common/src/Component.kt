package timemory

import timemory.internal.lean.*
import timemory.statistics.ComponentFields

/**
 * A single measurement: a clock, a memory size, a counter.
 *
 * An instance belongs to one node of one thread's call graph. It is started and stopped once for each lap of the region and adds the
 * measured value to its totals, so a region allocates nothing.
 *
 * A new component extends one of the kinds, according to the value it records: [LongComponent] (with [LongDeltaComponent] for the usual
 * "reading at the end minus reading at the start"), [DoubleComponent], or [ValueComponent] for anything else; or it combines other
 * components: [RatioComponent] and [RateComponent]. Properties shared by all instances (name, unit, description, whether it is available on
 * this machine) are in its [ComponentType], usually the companion object. A component that records nothing and notifies another tool of its
 * laps is a [MarkerComponent].
 *
 * ### Thread-safety
 * An instance is used by one thread at a time. [start] and [stop] may throw: the lap is then not counted, the error is reported once, and
 * the other components of the bundle continue. They must not open regions themselves: results made at that moment could count the ending
 * lap twice.
 */
public abstract class Component internal constructor() {
    /** Starts a lap. */
    public abstract fun start()

    /** Ends the lap that the last [start] began and records its value. */
    public abstract fun stop()

    /**
     * Called when the component has been assigned to the region [label]. Called once, before the first lap, but not for an instance without
     * a region. For components that forward the label, or whose values depend on it. Must not throw.
     */
    public open fun joinedRegion(label: String) {}

    /** Number of laps recorded since the last [reset]. */
    public var laps: Long = 0L
        @InternalTimemoryApi set

    /** Discards all laps recorded so far. */
    public open fun reset() {
        laps = 0L
    }

    /** Adds the recorded laps to [totals], which must be of the same [ComponentType]. */
    @InternalTimemoryApi
    public abstract fun addTo(totals: Totals)

    /** Returns the value so far of the open lap, without ending it; `null` if it is unavailable. */
    @InternalTimemoryApi
    public open fun openLap(): Long? = null

    /** Records one lap with the sum of all laps in [others], instances of the same class; none if they have no laps. */
    @InternalTimemoryApi
    public abstract fun recordSumOf(others: List<Component>)

    /** Records the last lap of [other], an instance of the same class, in this instance. */
    @InternalTimemoryApi
    public abstract fun recordLastLapOf(other: Component)

    /** The components that do the readings: the parts of a composite, otherwise this component. */
    @InternalTimemoryApi
    public open val leaves: List<Component> get() = listOf(this)

    /** Whether it is a composite of other components. */
    @InternalTimemoryApi
    public open val isComposite: Boolean get() = false

    /** Additional values of the laps, by name: shown as child regions. */
    @InternalTimemoryApi
    public open val secondary: Map<String, Component> get() = emptyMap()

    /** Returns the component that records the [secondary] value [key], creating it if necessary; `null` if it has no secondary values. */
    @InternalTimemoryApi
    public open fun secondaryPart(key: String): Component? = null

    /** Adds the [secondary] values of [other], an instance of the same class. */
    @InternalTimemoryApi
    public open fun addSecondaryOf(other: Component) {}

    /** The component whose readings this one shares; `null` if it reads for itself. */
    @InternalTimemoryApi
    public open val leader: Component? get() = null

    /** Shares the readings of [other] from now on if both read the same source; returns whether it does. */
    @InternalTimemoryApi
    public open fun follow(other: Component): Boolean = false

    /**
     * Adds the recorded values of [other], of the same class, to those of this component; subtracts them if [sign] is -1.
     *
     * @throws UnsupportedOperationException if values of this type cannot be added or subtracted
     */
    @InternalTimemoryApi
    public open fun combine(other: Component, sign: Int): Unit = refuse("be added up")

    /**
     * Multiplies every recorded value by [factor].
     *
     * @throws UnsupportedOperationException if values of this type cannot be multiplied
     */
    @InternalTimemoryApi
    public open fun scale(factor: Double): Unit = refuse("be multiplied")

    /** Passes all recorded values to [fields] and stores the values it returns: writes or reads the component. */
    @InternalTimemoryApi
    public open fun exchange(fields: ComponentFields): Unit = refuse("be written and read")

    /** Fails, because the values do not support [what]. */
    internal fun refuse(what: String): Nothing = throw UnsupportedOperationException("values of $shortName cannot $what")

    /** Its name in messages. */
    internal val shortName: String? get() = if (this is OfRuntimeType) runtimeType.id else this::class.simpleName

    /** Whether its values are computed from readings of [other]. */
    @InternalTimemoryApi
    public fun dependsOn(other: Component): Boolean {
        val others = other.leaves
        return leaves.any { leaf -> leaf.leader.let { it != null && it in others } }
    }
}
