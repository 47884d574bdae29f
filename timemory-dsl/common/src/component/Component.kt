package timemory

/**
 * One measurement: a clock, a memory size, a counter.
 *
 * An instance belongs to one node of one thread's call graph. It is started and stopped once for each lap of the region
 * and adds what it measured to its totals, so that a region allocates nothing.
 *
 * A new component extends one of the three kinds, according to the value it records: [LongComponent] (with
 * [LongDeltaComponent] for the usual "reading at the end minus reading at the start"), [DoubleComponent], or
 * [ValueComponent] for anything else. What does not differ between instances (name, unit, description, whether it
 * can be had on this machine) stands in its [ComponentType], usually the companion object.
 *
 * ### Thread-safety
 * An instance is used by one thread at a time. [start] and [stop] may throw: the lap is then not counted, the error is
 * reported once, and the other components of the bundle go on.
 */
public sealed class Component {
    /** Begins a lap. */
    public abstract fun start()

    /** Ends the lap that the last [start] began and records its value. */
    public abstract fun stop()

    /** Number of laps recorded since the last [reset]. */
    public var laps: Long = 0L
        internal set

    /** Forgets every lap recorded so far. */
    public open fun reset() {
        laps = 0L
    }

    /** Adds the laps recorded here to [totals], which must be of the same [ComponentType]. */
    internal abstract fun addTo(totals: Totals)

    /** The value so far of a lap that has begun and not ended, without ending it; `null` where it cannot be had. */
    internal open fun openLap(): Long? = null

    /** Records one lap with the sum of all laps in [others], instances of the same class; none where they have no laps. */
    internal abstract fun recordSumOf(others: List<Component>)

    /** Records in this instance the last lap of [other], an instance of the same class. */
    internal abstract fun recordLastLapOf(other: Component)
}
