package timemory.results

/** Called with the results at the end of a session; see [Timemory.whenFinalized][timemory.Timemory.whenFinalized]. */
public fun interface ResultsListener {
    /** The session is about to end: regions opened from now on are not recorded. */
    public fun ending() {}

    /** The session has ended, and [results] have been written according to its settings. */
    public fun finalized(results: Results)
}
