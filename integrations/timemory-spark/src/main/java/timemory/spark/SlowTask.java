package timemory.spark;

/**
 * The task that took longest of several, by itself.
 *
 * @param task its number
 * @param nanoseconds how long it took
 * @param tree what it measured
 */
record SlowTask(long task, long nanoseconds, TaskTree tree) {
    /** The slower one of two, either of which may be {@code null}. */
    static SlowTask slower(SlowTask one, SlowTask other) {
        if (one == null || other == null) return one == null ? other : one;
        return other.nanoseconds > one.nanoseconds ? other : one;
    }
}
