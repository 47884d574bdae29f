package timemory

import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.rawMonotonicNanoseconds
import timemory.internal.source.reasonWithout

/**
 * Elapsed time by the monotonic clock, in nanoseconds, regardless of `WALL_CLOCK_SOURCE`. It stops while the machine is suspended.
 *
 * Source: `System.nanoTime` on the JVM, `clock_gettime(CLOCK_MONOTONIC)` on Kotlin/Native.
 */
@DescribedBy(MonotonicClock.TYPE::class)
public class MonotonicClock : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = monotonicNanoseconds()

    override val source: Any get() = ReadingSource.MONOTONIC

    /** The type of [MonotonicClock]. */
    public companion object TYPE : ComponentType<MonotonicClock>(
        "monotonic_clock",
        "Wall-clock timer which increments monotonically, from an arbitrary point",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): MonotonicClock = MonotonicClock()

        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_MONOTONIC)"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/**
 * Elapsed time by the monotonic clock without the adjustments that keep its rate in step with the time of day, in nanoseconds. Not
 * comparable with other clocks.
 *
 * Source: `clock_gettime(CLOCK_MONOTONIC_RAW)`; on the JVM with `timemory-jvm` on Java 22 and later.
 */
@DescribedBy(MonotonicRawClock.TYPE::class)
public class MonotonicRawClock : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = rawMonotonicNanoseconds()

    override val source: Any get() = ReadingSource.MONOTONIC_RAW

    /** The type of [MonotonicRawClock]. */
    public companion object TYPE : ComponentType<MonotonicRawClock>(
        "monotonic_raw_clock",
        "Wall-clock timer unaffected by frequency or time adjustments of the system time",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): MonotonicRawClock = MonotonicRawClock()

        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_MONOTONIC_RAW)"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = reasonWithout { rawMonotonicNanoseconds() }
    }
}
