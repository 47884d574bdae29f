package timemory.internal.callgraph

/** Notified of the laps that are open when results of a session are made. */
internal interface OpenLapListener {
    /**
     * A lap is open at [path]. On one thread, inner laps are reported before outer ones, and some may be reported twice. Called by any
     * thread; it must not throw.
     *
     * @param thread the number of the thread; -1 in a coroutine
     * @param begin when it started, in nanoseconds of the wall clock; 0 if unknown
     * @param values the values so far of each component of [set]; `null` if they cannot be read
     */
    fun isOpen(path: CallPath, set: ComponentSet, thread: Int, begin: Long, values: Array<Long?>)
}
