package timemory

/**
 * The CPU utilisation of the process and the children it has waited for: their CPU time divided by the elapsed time, in percent. 200 %
 * means two processors.
 *
 * Source: [CpuClock] and [WallClock].
 */
@DescribedBy(CpuUtil.TYPE::class)
public class CpuUtil : RatioComponent(CpuClock(), WallClock(), 100.0) {
    /** The type of [CpuUtil]. */
    public companion object TYPE : RatioType<CpuUtil>(
        "cpu_util",
        "Percentage of CPU-clock time divided by wall-clock time",
        Quantity.PERCENTAGE,
        MadeByItsType,
    ) {
        override fun create(): CpuUtil = CpuUtil()

        override val category: String get() = Category.TIMING
        override val source: String get() = "CpuClock / WallClock"
        override val binding: Binding get() = Binding.PROCESS
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = CpuClock.unavailableReason()
    }
}

/**
 * The CPU utilisation of the process without its children: its CPU time divided by the elapsed time, in percent.
 *
 * Source: [ProcessCpuClock] and [WallClock].
 */
@DescribedBy(ProcessCpuUtil.TYPE::class)
public class ProcessCpuUtil : RatioComponent(ProcessCpuClock(), WallClock(), 100.0) {
    /** The type of [ProcessCpuUtil]. */
    public companion object TYPE : RatioType<ProcessCpuUtil>(
        "process_cpu_util",
        "Percentage of CPU-clock time divided by wall-clock time for the calling process (all threads)",
        Quantity.PERCENTAGE,
        MadeByItsType,
    ) {
        override fun create(): ProcessCpuUtil = ProcessCpuUtil()

        override val label: String get() = "proc_cpu_util"
        override val category: String get() = Category.TIMING
        override val source: String get() = "ProcessCpuClock / WallClock"
        override val binding: Binding get() = Binding.PROCESS
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = ProcessCpuClock.unavailableReason()
    }
}

/**
 * The CPU utilisation of the calling thread: its CPU time divided by the elapsed time, in percent. In a suspending region, divided by the
 * time that threads ran it.
 *
 * Source: [ThreadCpuClock] and [WallClock].
 */
@DescribedBy(ThreadCpuUtil.TYPE::class)
public class ThreadCpuUtil : RatioComponent(ThreadCpuClock(), WallClock(), 100.0) {
    /** The type of [ThreadCpuUtil]. */
    public companion object TYPE : RatioType<ThreadCpuUtil>(
        "thread_cpu_util",
        "Percentage of CPU-clock time divided by wall-clock time for the calling thread",
        Quantity.PERCENTAGE,
        MadeByItsType,
    ) {
        override fun create(): ThreadCpuUtil = ThreadCpuUtil()

        override val category: String get() = Category.TIMING
        override val source: String get() = "ThreadCpuClock / WallClock"
        override val binding: Binding get() = Binding.THREAD
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = ThreadCpuClock.unavailableReason()
    }
}
