package timemory

import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds

/** What components that record time offer besides. */
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

/** What components that record memory offer besides. */
public interface MemoryComponent {
    /** The sum of all laps, in bytes. */
    public val sum: Long

    /** The sum of all laps, in bytes. */
    public val bytes: Long get() = sum
}

/** What components that record how often something happened offer besides. */
public interface CountComponent {
    /** How often, over all laps. */
    public val sum: Long

    /** How often, over all laps. */
    public val count: Long get() = sum
}
