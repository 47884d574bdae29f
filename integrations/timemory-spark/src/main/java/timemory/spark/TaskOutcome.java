package timemory.spark;

/** The outcome of a task according to the driver. */
enum TaskOutcome {
    /** It succeeded, and was the first of its copies to do so. */
    USEFUL,

    /** It failed, was killed, or a copy of it was quicker. */
    WASTED,

    /** Its executor was lost while it ran. */
    LOST,
}
