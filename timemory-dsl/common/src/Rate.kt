package timemory

import timemory.statistics.plusSaturated

/**
 * An amount and the time it took.
 *
 * @property amount in raw units
 * @property nanoseconds the elapsed time
 */
public class Rate internal constructor(public val amount: Long, public val nanoseconds: Long) {
    /** The amount per second; 0 if no time passed. */
    public val perSecond: Double get() = perSecond(amount, nanoseconds)

    internal operator fun plus(other: Rate) = Rate(plusSaturated(amount, other.amount), nanoseconds + other.nanoseconds)

    internal operator fun minus(other: Rate) = Rate(amount - other.amount, nanoseconds - other.nanoseconds)

    override fun toString(): String = "$amount, $perSecond/s"

    internal companion object {
        fun perSecond(amount: Long, nanoseconds: Long): Double = if (nanoseconds <= 0L) 0.0 else amount * 1e9 / nanoseconds
    }
}
