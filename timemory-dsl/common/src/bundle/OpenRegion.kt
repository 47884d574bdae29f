package timemory

/**
 * A region that is open: what [Bundle.open] returns, to be closed on the same thread.
 *
 * The object is used again for later laps: do not keep it after [close].
 */
public interface OpenRegion : AutoCloseable {
    /** Ends the region and records its lap. */
    override fun close()
}

/** Stands for a region that is not recorded. */
internal object UnrecordedRegion : OpenRegion {
    override fun close() {}
}
