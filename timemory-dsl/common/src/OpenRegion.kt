package timemory

/**
 * An open region, as returned by [Bundle.open][timemory.bundle.Bundle.open]. Close it on the same thread or, if it was opened in a
 * [Strand], on the thread that runs the strand.
 *
 * The object is reused for later laps: do not keep it after [close].
 */
public interface OpenRegion : AutoCloseable {
    /** Ends the region and records its lap. */
    override fun close()

    /**
     * Returns the instance that measures component [index] of the bundle in this lap, for callers that need more than start and end; `null`
     * if it is not measured here. Use it only on the thread that opened the region, and only until [close].
     */
    public fun component(index: Int): Component? = null

    /**
     * Ends the regions that are still open inside this one on this thread, then this one. For code that an error, such as a stack overflow,
     * prevented from closing its regions.
     */
    public fun closeWithInner(): Unit = close()
}

/** A region that is not recorded. */
internal object UnrecordedRegion : OpenRegion {
    override fun close() {}
}
