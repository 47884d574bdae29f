package timemory

/**
 * A region that is open: what [Bundle.open][timemory.bundle.Bundle.open] returns, to be closed on the same thread or, where it was opened
 * in a [Strand], by whichever thread runs that.
 *
 * The object is used again for later laps: do not keep it after [close].
 */
public interface OpenRegion : AutoCloseable {
    /** Ends the region and records its lap. */
    override fun close()

    /**
     * The instance that measures component [index] of the bundle in this lap, for callers that need more than start and end; `null` where
     * it is not measured here. To be used by the thread that opened the region, until [close].
     */
    public fun component(index: Int): Component? = null

    /**
     * Ends first the regions that are still open inside this one on this thread, then this one. For code that was left by an error which
     * broke off the closing of regions too: an overflow of the stack leaves no room for it.
     */
    public fun closeWithInner(): Unit = close()
}

/** Stands for a region that is not recorded. */
internal object UnrecordedRegion : OpenRegion {
    override fun close() {}
}
