package timemory.spark;

import org.jspecify.annotations.Nullable;

/**
 * The task that took longest of several, by itself.
 *
 * @param task its number
 * @param nanoseconds how long it took
 * @param tree what it measured
 */
record SlowTask(long task, long nanoseconds, TaskTree tree) {
    /** The slower one of two, either of which may be {@code null}. */
    static @Nullable SlowTask slower(@Nullable SlowTask one, @Nullable SlowTask other) {
        if (one == null || other == null) return one == null ? other : one;
        return other.nanoseconds > one.nanoseconds ? other : one;
    }
}
