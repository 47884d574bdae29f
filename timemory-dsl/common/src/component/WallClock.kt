package timemory

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/**
 * Elapsed time by the monotonic clock, in nanoseconds: `System.nanoTime` on the JVM, `clock_gettime(CLOCK_MONOTONIC)` on
 * Kotlin/Native. Not touched by changes of the time of day.
 *
 * With the setting `WALL_CLOCK_SOURCE=tsc`, the processor's time-stamp counter, scaled to nanoseconds by that clock.
 */
@DescribedBy(WallClock.Companion::class)
public class WallClock : LongDeltaComponent() {
    override fun read(): Long = wallNanoseconds()

    override val source: Any get() = ReadingSource.WALL_CLOCK

    /** The sum of all laps. */
    public val duration: Duration get() = sum.nanoseconds

    /** The sum of all laps, in nanoseconds. */
    public val nanoseconds: Long get() = sum

    /** The sum of all laps, in seconds. */
    public val seconds: Double get() = sum / 1e9

    /** What all wall clocks have in common. */
    public companion object : ComponentType<WallClock>(
        "wall_clock",
        "Real-clock timer (i.e. wall-clock timer)",
        Quantity.TIME,
        ::WallClock,
    ) {
        override val mayBeCalibrated: Boolean get() = true
        override val label: String get() = "wall"
        override val aliases: List<String> get() = listOf("real_clock", "virtual_clock")
    }
}
