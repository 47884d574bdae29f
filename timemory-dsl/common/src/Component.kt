package timemory

import timemory.internal.lean.*
import timemory.statistics.ComponentFields

/**
 * One measurement: a clock, a memory size, a counter.
 *
 * An instance belongs to one node of one thread's call graph. It is started and stopped once for each lap of the region
 * and adds what it measured to its totals, so that a region allocates nothing.
 *
 * A new component extends one of the kinds, according to the value it records: [LongComponent] (with
 * [LongDeltaComponent] for the usual "reading at the end minus reading at the start"), [DoubleComponent], or
 * [ValueComponent] for anything else; or is made of others: [RatioComponent] and [RateComponent]. What does not differ between instances
 * (name, unit, description, whether it is available on this machine) stands in its [ComponentType], usually the companion object. One that
 * records nothing and tells another tool of its laps is a [MarkerComponent].
 *
 * ### Thread-safety
 * An instance is used by one thread at a time. [start] and [stop] may throw: the lap is then not counted, the error is
 * reported once, and the other components of the bundle continue. They must not measure regions themselves: results made at that moment
 * could count the lap that is ending twice.
 */
public abstract class Component internal constructor() {
    /** Starts a lap. */
    public abstract fun start()

    /** Ends the lap that the last [start] began and records its value. */
    public abstract fun stop()

    /**
     * The component measures the region [label]. Called once, before the first lap, and not for an instance that no region has. For
     * components that pass the label on, or whose values depend on it. Must not throw.
     */
    public open fun joinedRegion(label: String) {}

    /** Number of laps recorded since the last [reset]. */
    public var laps: Long = 0L
        @InternalTimemoryApi set

    /** Discards all laps recorded so far. */
    public open fun reset() {
        laps = 0L
    }

    /** Adds the laps recorded here to [totals], which must be of the same [ComponentType]. */
    @InternalTimemoryApi
    public abstract fun addTo(totals: Totals)

    /** The value so far of a lap that has begun and not ended, without ending it; `null` where it is unavailable. */
    @InternalTimemoryApi
    public open fun openLap(): Long? = null

    /** Records one lap with the sum of all laps in [others], instances of the same class; none where they have no laps. */
    @InternalTimemoryApi
    public abstract fun recordSumOf(others: List<Component>)

    /** Records in this instance the last lap of [other], an instance of the same class. */
    @InternalTimemoryApi
    public abstract fun recordLastLapOf(other: Component)

    /** The components that do the readings: those it is made of, itself where it is made of no others. */
    @InternalTimemoryApi
    public open val leaves: List<Component> get() = listOf(this)

    /** Whether it is made of others. */
    @InternalTimemoryApi
    public open val isComposite: Boolean get() = false

    /** Further values of the laps, by name: shown as regions inside. */
    @InternalTimemoryApi
    public open val secondary: Map<String, Component> get() = emptyMap()

    /** The component that records the [secondary] value [key], made if there is none yet; `null` if there are no such values. */
    @InternalTimemoryApi
    public open fun secondaryPart(key: String): Component? = null

    /** Adds the [secondary] values of [other], an instance of the same class. */
    @InternalTimemoryApi
    public open fun addSecondaryOf(other: Component) {}

    /** The component whose readings are this one's too, `null` where it reads itself. */
    @InternalTimemoryApi
    public open val leader: Component? get() = null

    /** Takes its readings from now on from [other] if that reads the same; tells whether it does. */
    @InternalTimemoryApi
    public open fun follow(other: Component): Boolean = false

    /**
     * Adds what [other], of the same class, recorded to what this component recorded; subtracts it if [sign] is -1.
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

    /** Hands everything that was recorded to [fields], and takes over what that returns: writes or reads the component. */
    @InternalTimemoryApi
    public open fun exchange(fields: ComponentFields): Unit = refuse("be written and read")

    /** Fails, because values cannot do [what]. */
    internal fun refuse(what: String): Nothing = throw UnsupportedOperationException("values of $shortName cannot $what")

    /** Its name in messages. */
    internal val shortName: String? get() = if (this is OfRuntimeType) runtimeType.id else this::class.simpleName

    /** Whether its values come from readings of [other]. */
    @InternalTimemoryApi
    public fun dependsOn(other: Component): Boolean {
        val others = other.leaves
        return leaves.any { leaf -> leaf.leader.let { it != null && it in others } }
    }
}
