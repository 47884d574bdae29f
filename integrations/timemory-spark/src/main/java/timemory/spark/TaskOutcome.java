package timemory.spark;

/** What became of a task, as the driver knows. */
enum TaskOutcome {
    /** It succeeded, and was the first of its copies to do so. */
    USEFUL,

    /** It failed, was killed, or a copy of it was quicker. */
    WASTED,

    /** Its executor was lost while it ran. */
    LOST,
}
