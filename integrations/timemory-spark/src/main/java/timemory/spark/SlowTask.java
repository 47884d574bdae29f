package timemory.spark;

import org.jspecify.annotations.Nullable;

/**
 * The slowest of several tasks.
 *
 * @param task its ID
 * @param nanoseconds its duration
 * @param tree its measurements
 */
record SlowTask(long task, long nanoseconds, TaskTree tree) {
    /** Returns the slower one of two, either of which may be {@code null}. */
    static @Nullable SlowTask slower(@Nullable SlowTask one, @Nullable SlowTask other) {
        if (one == null || other == null) return one == null ? other : one;
        return other.nanoseconds > one.nanoseconds ? other : one;
    }
}
