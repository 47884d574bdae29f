package timemory

/** What a component's value is tied to: nothing, the thread or the process. */
public enum class Binding {
    /** Continues while the thread waits or the coroutine is suspended: a wall clock, a trip count. */
    WALL,

    /** Belongs to the running thread: its CPU clock, its allocations. */
    THREAD,

    /** Belongs to the whole process, no matter which thread reads it: resident memory, process CPU time. */
    PROCESS,
}
