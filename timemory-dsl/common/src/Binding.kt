package timemory

/** What a component's value belongs to. */
public enum class Binding {
    /** Goes on while the thread waits or the coroutine is suspended: a wall clock, a trip count. */
    WALL,

    /** Belongs to the thread that runs: its CPU clock, its allocations. */
    THREAD,

    /** Belongs to the whole process, whichever thread reads it: resident memory, process CPU time. */
    PROCESS,
}
