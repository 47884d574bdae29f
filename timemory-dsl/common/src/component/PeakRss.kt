package timemory

/**
 * Growth of the peak resident memory of the process, in bytes: how much higher the high-water mark stood at the end of
 * the lap than at its start, and so 0 where the region stayed below an earlier peak.
 *
 * Source: `getrusage` (`ru_maxrss`) on Kotlin/Native and with `timemory-jvm` on Java 22 and later; `VmHWM` of
 * `/proc/self/status` otherwise.
 */
@DescribedBy(PeakRss.Companion::class)
public class PeakRss : LongDeltaComponent() {
    override fun read(): Long = peakRssBytes()

    /** The sum of all laps, in bytes. */
    public val bytes: Long get() = sum

    /** What all peak memory measurements have in common. */
    public companion object : ComponentType<PeakRss>(
        "peak_rss",
        "Measures changes in the high-water mark for the amount of memory allocated in RAM. " +
            "May fluctuate if swap is enabled",
        Quantity.MEMORY,
        ::PeakRss,
    ) {
        override val mayBeCalibrated: Boolean get() = true
        override val binding: Binding get() = Binding.PROCESS
        override fun unavailableReason(): String? = reasonWithout { peakRssBytes() }
    }
}
