package timemory

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/** Additional members of components that record time. */
public interface TimeComponent {
    /** The sum of all laps, in nanoseconds. */
    public val sum: Long

    /** The sum of all laps. */
    public val duration: Duration get() = sum.nanoseconds

    /** The sum of all laps, in nanoseconds. */
    public val nanoseconds: Long get() = sum

    /** The sum of all laps, in seconds. */
    public val seconds: Double get() = sum / 1e9
}

/** Additional members of components that record memory. */
public interface MemoryComponent {
    /** The sum of all laps, in bytes. */
    public val sum: Long

    /** The sum of all laps, in bytes. */
    public val bytes: Long get() = sum
}

/** Additional members of components that count events. */
public interface CountComponent {
    /** The number of events in all laps. */
    public val sum: Long

    /** The number of events in all laps. */
    public val count: Long get() = sum
}
