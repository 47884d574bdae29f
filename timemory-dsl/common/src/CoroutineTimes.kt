package timemory

import timemory.internal.platform.wallNanoseconds

/**
 * How long threads ran the code of a region, in nanoseconds: for a suspending region, its elapsed time minus the time that its coroutine
 * was suspended or waited for a thread; for any other region, its elapsed time. The active times of coroutines launched inside are not
 * included.
 *
 * Recorded by every suspending region. Source: the monotonic clock, read at each resumption and suspension.
 */
@DescribedBy(ActiveTime.TYPE::class)
public class ActiveTime : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = wallNanoseconds()

    override val source: Any get() = ReadingSource.WALL_CLOCK

    /** The type of [ActiveTime]. */
    public companion object TYPE : ComponentType<ActiveTime>(
        "active_time",
        "Time threads spent running the region, excluding time its coroutine was suspended",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): ActiveTime = ActiveTime()

        override val category: String get() = Category.COROUTINE
        override val label: String get() = "active"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/**
 * How long the coroutine of a suspending region was suspended or waited for a thread, in nanoseconds; always 0 for other regions.
 *
 * Recorded by every suspending region. Source: its elapsed time minus its [ActiveTime].
 */
@DescribedBy(SuspendedTime.TYPE::class)
public class SuspendedTime : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = 0L

    /** The type of [SuspendedTime]. */
    public companion object TYPE : ComponentType<SuspendedTime>(
        "suspended_time",
        "Time the region's coroutine was suspended or waiting for a thread",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): SuspendedTime = SuspendedTime()

        override val category: String get() = Category.COROUTINE
        override val label: String get() = "suspended"
        override val includesMeasuring: Boolean get() = false
        override val mayBeCalibrated: Boolean get() = true
    }
}

/**
 * How often the coroutine of a suspending region was suspended and resumed; always 0 for other regions. A coroutine that changes
 * its dispatcher is suspended for that too.
 *
 * Recorded by every suspending region.
 */
@DescribedBy(Suspensions.TYPE::class)
public class Suspensions : LongDeltaComponent(), CountComponent {
    override fun read(): Long = 0L

    /** The type of [Suspensions]. */
    public companion object TYPE : ComponentType<Suspensions>(
        "suspensions",
        "Number of times the region's coroutine was suspended and resumed",
        Quantity.COUNT,
        MadeByItsType,
    ) {
        override fun create(): Suspensions = Suspensions()

        override val category: String get() = Category.COROUTINE
    }
}

/**
 * How often the coroutine of a suspending region was resumed on another thread than before; always 0 for other
 * regions.
 *
 * Recorded by every suspending region.
 */
@DescribedBy(ThreadChanges.TYPE::class)
public class ThreadChanges : LongDeltaComponent(), CountComponent {
    override fun read(): Long = 0L

    /** The type of [ThreadChanges]. */
    public companion object TYPE : ComponentType<ThreadChanges>(
        "thread_changes",
        "Number of times the region's coroutine resumed on another thread",
        Quantity.COUNT,
        MadeByItsType,
    ) {
        override fun create(): ThreadChanges = ThreadChanges()

        override val category: String get() = Category.COROUTINE
    }
}
