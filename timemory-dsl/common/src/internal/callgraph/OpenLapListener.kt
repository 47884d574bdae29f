package timemory.internal.callgraph

/** Hears of the laps that the results of a session find open. */
internal interface OpenLapListener {
    /**
     * A lap is open at [path]. On one thread those inside come before those around them, and some may come twice. Called by any thread; it
     * must not throw.
     *
     * @param thread the number of the thread; -1 in a coroutine
     * @param begin when it began, in nanoseconds of the wall clock; 0 where that is not known
     * @param values what each component of [set] has of it so far; `null` where that cannot be read
     */
    fun isOpen(path: CallPath, set: ComponentSet, thread: Int, begin: Long, values: Array<Long?>)
}
