package timemory

import timemory.internal.platform.UsageIndex
import timemory.internal.source.Usage

/**
 * Page faults of the process that were served without reading from storage.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_minflt`.
 */
@DescribedBy(NumMinorPageFaults.TYPE::class)
public class NumMinorPageFaults : SystemComponent(Usage.PROCESS, UsageIndex.MINOR_FAULTS), CountComponent {
    /** The type of [NumMinorPageFaults]. */
    public companion object TYPE : SystemType<NumMinorPageFaults>(
        "num_minor_page_faults",
        "Number of page faults serviced without any I/O activity",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.MINOR_FAULTS,
        MadeByItsType,
    ) {
        override fun create(): NumMinorPageFaults = NumMinorPageFaults()

        override val label: String get() = "minor_page_flts"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * Page faults of the process for which storage had to be read.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_majflt`.
 */
@DescribedBy(NumMajorPageFaults.TYPE::class)
public class NumMajorPageFaults : SystemComponent(Usage.PROCESS, UsageIndex.MAJOR_FAULTS), CountComponent {
    /** The type of [NumMajorPageFaults]. */
    public companion object TYPE : SystemType<NumMajorPageFaults>(
        "num_major_page_faults",
        "Number of page faults serviced that required I/O activity",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.MAJOR_FAULTS,
        MadeByItsType,
    ) {
        override fun create(): NumMajorPageFaults = NumMajorPageFaults()

        override val label: String get() = "major_page_flts"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of file system reads from storage for the process, in blocks of 512 bytes.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_inblock`.
 */
@DescribedBy(NumIoIn.TYPE::class)
public class NumIoIn : SystemComponent(Usage.PROCESS, UsageIndex.BLOCKS_IN), CountComponent {
    /** The type of [NumIoIn]. */
    public companion object TYPE : SystemType<NumIoIn>(
        "num_io_in",
        "Number of times the file system had to perform input",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.BLOCKS_IN,
        MadeByItsType,
    ) {
        override fun create(): NumIoIn = NumIoIn()

        override val label: String get() = "io_in"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of file system writes to storage for the process, in blocks of 512 bytes.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_oublock`.
 */
@DescribedBy(NumIoOut.TYPE::class)
public class NumIoOut : SystemComponent(Usage.PROCESS, UsageIndex.BLOCKS_OUT), CountComponent {
    /** The type of [NumIoOut]. */
    public companion object TYPE : SystemType<NumIoOut>(
        "num_io_out",
        "Number of times the file system had to perform output",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.BLOCKS_OUT,
        MadeByItsType,
    ) {
        override fun create(): NumIoOut = NumIoOut()

        override val label: String get() = "io_out"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of times the process gave up the processor voluntarily, usually to wait for something.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_nvcsw`.
 */
@DescribedBy(VoluntaryContextSwitch.TYPE::class)
public class VoluntaryContextSwitch : SystemComponent(Usage.PROCESS, UsageIndex.VOLUNTARY_SWITCHES), CountComponent {
    /** The type of [VoluntaryContextSwitch]. */
    public companion object TYPE : SystemType<VoluntaryContextSwitch>(
        "voluntary_context_switch",
        "Number of context switches because a thread gave up the processor before its time slice was over",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.VOLUNTARY_SWITCHES,
        MadeByItsType,
    ) {
        override fun create(): VoluntaryContextSwitch = VoluntaryContextSwitch()

        override val label: String get() = "vol_cxt_swch"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}

/**
 * The number of times the processor was taken from the process, for another with higher priority or because its time slice was over.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_nivcsw`.
 */
@DescribedBy(PriorityContextSwitch.TYPE::class)
public class PriorityContextSwitch : SystemComponent(Usage.PROCESS, UsageIndex.INVOLUNTARY_SWITCHES), CountComponent {
    /** The type of [PriorityContextSwitch]. */
    public companion object TYPE : SystemType<PriorityContextSwitch>(
        "priority_context_switch",
        "Number of context switches because a process of higher priority became runnable or the time slice was over",
        Quantity.COUNT,
        Usage.PROCESS,
        UsageIndex.INVOLUNTARY_SWITCHES,
        MadeByItsType,
    ) {
        override fun create(): PriorityContextSwitch = PriorityContextSwitch()

        override val label: String get() = "prio_cxt_swch"
        override val category: String get() = Category.RESOURCE_USAGE
    }
}
