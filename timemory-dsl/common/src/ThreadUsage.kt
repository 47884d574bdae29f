package timemory

import timemory.internal.platform.UsageIndex
import timemory.internal.source.Usage

/**
 * Page faults of the calling thread that were served without reading from storage.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_minflt`.
 */
@DescribedBy(ThreadNumMinorPageFaults.TYPE::class)
public class ThreadNumMinorPageFaults : SystemComponent(Usage.THREAD, UsageIndex.MINOR_FAULTS), CountComponent {
    /** The type of [ThreadNumMinorPageFaults]. */
    public companion object TYPE : SystemType<ThreadNumMinorPageFaults>(
        "thread_num_minor_page_faults",
        "Number of page faults serviced without any I/O activity, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.MINOR_FAULTS,
        MadeByItsType,
    ) {
        override fun create(): ThreadNumMinorPageFaults = ThreadNumMinorPageFaults()

        override val label: String get() = "thread_minor_page_flts"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * Page faults of the calling thread for which storage had to be read.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_majflt`.
 */
@DescribedBy(ThreadNumMajorPageFaults.TYPE::class)
public class ThreadNumMajorPageFaults : SystemComponent(Usage.THREAD, UsageIndex.MAJOR_FAULTS), CountComponent {
    /** The type of [ThreadNumMajorPageFaults]. */
    public companion object TYPE : SystemType<ThreadNumMajorPageFaults>(
        "thread_num_major_page_faults",
        "Number of page faults serviced that required I/O activity, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.MAJOR_FAULTS,
        MadeByItsType,
    ) {
        override fun create(): ThreadNumMajorPageFaults = ThreadNumMajorPageFaults()

        override val label: String get() = "thread_major_page_flts"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of file system reads from storage for the calling thread, in blocks of 512 bytes.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_inblock`.
 */
@DescribedBy(ThreadNumIoIn.TYPE::class)
public class ThreadNumIoIn : SystemComponent(Usage.THREAD, UsageIndex.BLOCKS_IN), CountComponent {
    /** The type of [ThreadNumIoIn]. */
    public companion object TYPE : SystemType<ThreadNumIoIn>(
        "thread_num_io_in",
        "Number of times the file system had to perform input, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.BLOCKS_IN,
        MadeByItsType,
    ) {
        override fun create(): ThreadNumIoIn = ThreadNumIoIn()

        override val label: String get() = "thread_io_in"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of file system writes to storage for the calling thread, in blocks of 512 bytes.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_oublock`.
 */
@DescribedBy(ThreadNumIoOut.TYPE::class)
public class ThreadNumIoOut : SystemComponent(Usage.THREAD, UsageIndex.BLOCKS_OUT), CountComponent {
    /** The type of [ThreadNumIoOut]. */
    public companion object TYPE : SystemType<ThreadNumIoOut>(
        "thread_num_io_out",
        "Number of times the file system had to perform output, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.BLOCKS_OUT,
        MadeByItsType,
    ) {
        override fun create(): ThreadNumIoOut = ThreadNumIoOut()

        override val label: String get() = "thread_io_out"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of times the calling thread gave up the processor voluntarily, usually to wait for something.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_nvcsw`.
 */
@DescribedBy(ThreadVoluntaryContextSwitch.TYPE::class)
public class ThreadVoluntaryContextSwitch : SystemComponent(Usage.THREAD, UsageIndex.VOLUNTARY_SWITCHES), CountComponent {
    /** The type of [ThreadVoluntaryContextSwitch]. */
    public companion object TYPE : SystemType<ThreadVoluntaryContextSwitch>(
        "thread_voluntary_context_switch",
        "Number of context switches because a thread gave up the processor before its time slice was over, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.VOLUNTARY_SWITCHES,
        MadeByItsType,
    ) {
        override fun create(): ThreadVoluntaryContextSwitch = ThreadVoluntaryContextSwitch()

        override val label: String get() = "thread_vol_cxt_swch"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of times the processor was taken from the calling thread, for another with higher priority or because its time slice was over.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_nivcsw`.
 */
@DescribedBy(ThreadPriorityContextSwitch.TYPE::class)
public class ThreadPriorityContextSwitch : SystemComponent(Usage.THREAD, UsageIndex.INVOLUNTARY_SWITCHES), CountComponent {
    /** The type of [ThreadPriorityContextSwitch]. */
    public companion object TYPE : SystemType<ThreadPriorityContextSwitch>(
        "thread_priority_context_switch",
        "Number of context switches because a process of higher priority became runnable or the time slice was over, by the calling thread",
        Quantity.COUNT,
        Usage.THREAD,
        UsageIndex.INVOLUNTARY_SWITCHES,
        MadeByItsType,
    ) {
        override fun create(): ThreadPriorityContextSwitch = ThreadPriorityContextSwitch()

        override val label: String get() = "thread_prio_cxt_swch"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}
