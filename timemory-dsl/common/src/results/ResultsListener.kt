package timemory.results

/** Is called at the end of a session and gets its results; see [Timemory.whenFinalized][timemory.Timemory.whenFinalized]. */
public fun interface ResultsListener {
    /** The session is about to end: regions opened from now on come too late. */
    public fun ending() {}

    /** The session has ended, and [results] have been written as its settings say. */
    public fun finalized(results: Results)
}
