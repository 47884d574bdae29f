package timemory.results

/** Hears of the end of a session and of its results; see [Timemory.whenFinalized][timemory.Timemory.whenFinalized]. */
public fun interface ResultsListener {
    /** The session is about to end: regions opened from now on come too late. */
    public fun ending() {}

    /** The session has ended, and [results] have been written as its settings say. */
    public fun finalized(results: Results)
}
