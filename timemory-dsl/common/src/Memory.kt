package timemory

import timemory.internal.callgraph.record
import timemory.internal.platform.UsageIndex
import timemory.internal.source.MemorySizes
import timemory.internal.source.Usage

/**
 * Growth of the peak resident memory of the process, in bytes: the increase of the high-water mark during the lap, which is 0 if the region
 * stayed below an earlier peak.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_maxrss`. A process inherits the peak of a larger parent there; until its own peak is higher, `VmHWM`
 * of `/proc/self/status` is read, which takes about 20 microseconds.
 */
@DescribedBy(PeakRss.TYPE::class)
public class PeakRss : SystemComponent(Usage.PROCESS, UsageIndex.PEAK_RSS), MemoryComponent {
    init {
        Usage.PROCESS.separatePeak()
    }

    /** The type of [PeakRss]. */
    public companion object TYPE : SystemType<PeakRss>(
        "peak_rss",
        "Measures changes in the high-water mark for the amount of memory allocated in RAM. May fluctuate if swap is enabled",
        Quantity.MEMORY,
        Usage.PROCESS,
        UsageIndex.PEAK_RSS,
        MadeByItsType,
    ) {
        override fun create(): PeakRss = PeakRss()

        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * Change of the resident memory of the process, in bytes; negative if the process released memory.
 *
 * Source: second field of `/proc/self/statm`.
 */
@DescribedBy(PageRss.TYPE::class)
public class PageRss : SystemComponent(MemorySizes, MemorySizes.RESIDENT), MemoryComponent {
    /** The type of [PageRss]. */
    public companion object TYPE : SystemType<PageRss>(
        "page_rss",
        "Amount of memory allocated in pages of memory. Unlike peak_rss, value will fluctuate as memory is freed/allocated",
        Quantity.MEMORY,
        MemorySizes,
        MemorySizes.RESIDENT,
        MadeByItsType,
    ) {
        override fun create(): PageRss = PageRss()

        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * Change of the mapped address space of the process, in bytes; negative if it unmapped memory.
 *
 * Source: first field of `/proc/self/statm`.
 */
@DescribedBy(VirtualMemory.TYPE::class)
public class VirtualMemory : SystemComponent(MemorySizes, MemorySizes.VIRTUAL), MemoryComponent {
    /** Source: second field of `/proc/self/statm`. */
    public companion object TYPE : SystemType<VirtualMemory>(
        "virtual_memory",
        "Change in mapped virtual memory",
        Quantity.MEMORY,
        MemorySizes,
        MemorySizes.VIRTUAL,
        MadeByItsType,
    ) {
        override fun create(): VirtualMemory = VirtualMemory()

        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The peak resident memory of the process, at the start of the lap and at its end, in bytes: absolute values, in contrast to the growth in
 * [PeakRss]. For several laps, the mark before the first lap and the mark after the last one.
 *
 * Source: that of [PeakRss]. Allocates an object for each lap.
 */
@DescribedBy(CurrentPeakRss.TYPE::class)
public class CurrentPeakRss : ValueComponent<MemoryMarks>(TYPE) {
    private val usage = LongArray(UsageIndex.COUNT)
    private var begin = 0L

    init {
        Usage.PROCESS.separatePeak()
    }

    override fun start() {
        begin = mark()
    }

    override fun stop() {
        record(MemoryMarks(begin, mark()))
    }

    private fun mark(): Long = usage.also(Usage.PROCESS::read)[UsageIndex.PEAK_RSS]

    /** The type of [CurrentPeakRss]. */
    public companion object TYPE : ValueComponentType<CurrentPeakRss, MemoryMarks>(
        "current_peak_rss",
        "Absolute value of the high-water mark of the memory allocated in RAM, at start and stop",
        Quantity.MEMORY,
        ::CurrentPeakRss,
    ) {
        override val elements: List<String> get() = listOf("start", "stop")
        override val category: String get() = Category.RESOURCE_USAGE
        override val source: String get() = "getrusage(RUSAGE_SELF).ru_maxrss"
        override val binding: Binding get() = Binding.PROCESS
        override val mayBeCalibrated: Boolean get() = true

        override fun isAdditive(element: Int): Boolean = false

        override fun unavailableReason(): String? = PeakRss.unavailableReason()

        override fun plus(a: MemoryMarks, b: MemoryMarks): MemoryMarks = MemoryMarks(minOf(a.start, b.start), maxOf(a.stop, b.stop))

        override fun numbers(value: MemoryMarks): DoubleArray = doubleArrayOf(value.start.toDouble(), value.stop.toDouble())
    }
}

/**
 * High-water marks of memory.
 *
 * @property start at the start, in bytes
 * @property stop at the end, in bytes
 */
public data class MemoryMarks(public val start: Long, public val stop: Long) {
    override fun toString(): String = "$start B, $stop B"
}
