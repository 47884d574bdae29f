package timemory

/**
 * Change of the resident memory of the process, in bytes; negative where the process gave memory back.
 *
 * Source: the second field of `/proc/self/statm`, times the page size.
 */
@DescribedBy(PageRss.Companion::class)
public class PageRss : LongDeltaComponent() {
    override fun read(): Long = pageRssBytes()

    /** The sum of all laps, in bytes. */
    public val bytes: Long get() = sum

    /** What all resident memory measurements have in common. */
    public companion object : ComponentType<PageRss>(
        "page_rss",
        "Amount of memory allocated in pages of memory. Unlike peak_rss, value will fluctuate as memory is freed/allocated",
        Quantity.MEMORY,
        ::PageRss,
    ) {
        override val mayBeCalibrated: Boolean get() = true
        override val binding: Binding get() = Binding.PROCESS
        override fun unavailableReason(): String? = reasonWithout { pageRssBytes() }
    }
}
