package timemory

import timemory.internal.platform.UsageIndex
import timemory.internal.platform.processCpuNanoseconds
import timemory.internal.platform.threadCpuNanoseconds
import timemory.internal.platform.threadCpuUnavailable
import timemory.internal.source.Usage
import timemory.internal.source.reasonWithout

/**
 * CPU time of the whole process and the children it has waited for, user and system mode together, in nanoseconds; larger than wall time if
 * several threads ran. All of a child's time is added when the process has waited for it.
 *
 * Source: that of [ProcessCpuClock], and `getrusage(RUSAGE_CHILDREN)`.
 */
@DescribedBy(CpuClock.TYPE::class)
public class CpuClock :
    SumComponent(
        ProcessCpuClock(), SystemComponent(Usage.CHILDREN, UsageIndex.USER_TIME),
        SystemComponent(Usage.CHILDREN, UsageIndex.SYSTEM_TIME),
    ),
    TimeComponent {
    /** The type of [CpuClock]. */
    public companion object TYPE : ComponentType<CpuClock>(
        "cpu_clock",
        "Total CPU time spent in both user- and kernel-mode",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): CpuClock = CpuClock()

        override val label: String get() = "cpu"
        override val binding: Binding get() = Binding.PROCESS
        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_PROCESS_CPUTIME_ID) + getrusage(RUSAGE_CHILDREN)"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? =
            ProcessCpuClock.unavailableReason() ?: Usage.CHILDREN.unavailableReason(UsageIndex.USER_TIME)
    }
}

/**
 * CPU time in user mode of the whole process and of the children it has waited for, in nanoseconds.
 *
 * Source: `getrusage(RUSAGE_SELF)` and `getrusage(RUSAGE_CHILDREN)`.
 */
@DescribedBy(UserClock.TYPE::class)
public class UserClock :
    SumComponent(
        SystemComponent(Usage.PROCESS, UsageIndex.USER_TIME),
        SystemComponent(Usage.CHILDREN, UsageIndex.USER_TIME),
    ),
    TimeComponent {
    /** The type of [UserClock]. */
    public companion object TYPE : ComponentType<UserClock>(
        "user_clock",
        "CPU time spent in user-mode",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): UserClock = UserClock()

        override val label: String get() = "user"
        override val binding: Binding get() = Binding.PROCESS
        override val category: String get() = Category.TIMING
        override val source: String get() = "getrusage(RUSAGE_SELF).ru_utime + getrusage(RUSAGE_CHILDREN).ru_utime"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = Usage.PROCESS.unavailableReason(UsageIndex.USER_TIME)
    }
}

/**
 * CPU time in kernel mode of the whole process and of the children it has waited for, in nanoseconds.
 *
 * Source: `getrusage(RUSAGE_SELF)` and `getrusage(RUSAGE_CHILDREN)`.
 */
@DescribedBy(SystemClock.TYPE::class)
public class SystemClock :
    SumComponent(
        SystemComponent(Usage.PROCESS, UsageIndex.SYSTEM_TIME),
        SystemComponent(Usage.CHILDREN, UsageIndex.SYSTEM_TIME),
    ),
    TimeComponent {
    /** The type of [SystemClock]. */
    public companion object TYPE : ComponentType<SystemClock>(
        "system_clock",
        "CPU time spent in kernel-mode",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): SystemClock = SystemClock()

        override val label: String get() = "sys"
        override val aliases: List<String> get() = listOf("sys_clock")
        override val binding: Binding get() = Binding.PROCESS
        override val category: String get() = Category.TIMING
        override val source: String get() = "getrusage(RUSAGE_SELF).ru_stime + getrusage(RUSAGE_CHILDREN).ru_stime"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = Usage.PROCESS.unavailableReason(UsageIndex.SYSTEM_TIME)
    }
}

/**
 * CPU time of the whole process, without its children, user and system mode together, in nanoseconds; larger than wall time if several
 * threads ran.
 *
 * Source: `clock_gettime(CLOCK_PROCESS_CPUTIME_ID)` on Kotlin/Native and with `timemory-jvm` on Java 22 and later;
 * `OperatingSystemMXBean.getProcessCpuTime` otherwise, which moves in steps of 10 ms.
 */
@DescribedBy(ProcessCpuClock.TYPE::class)
public class ProcessCpuClock : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = processCpuNanoseconds()

    override val source: Any get() = ReadingSource.PROCESS_CPU

    /** The type of [ProcessCpuClock]. */
    public companion object TYPE : ComponentType<ProcessCpuClock>(
        "process_cpu_clock",
        "CPU-clock timer for the calling process (all threads)",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): ProcessCpuClock = ProcessCpuClock()

        override val label: String get() = "process_cpu"
        override val binding: Binding get() = Binding.PROCESS
        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_PROCESS_CPUTIME_ID)"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = reasonWithout { processCpuNanoseconds() }
    }
}

/**
 * CPU time of the calling thread, user and system mode together, in nanoseconds. Not available on a virtual thread, because the operating
 * system does not know its CPU time.
 *
 * Source: `clock_gettime(CLOCK_THREAD_CPUTIME_ID)` on Kotlin/Native and with `timemory-jvm` on Java 22 and later;
 * `ThreadMXBean.getCurrentThreadCpuTime` otherwise.
 */
@DescribedBy(ThreadCpuClock.TYPE::class)
public class ThreadCpuClock : LongDeltaComponent(), TimeComponent {
    override fun read(): Long = threadCpuNanoseconds()

    override val source: Any get() = ReadingSource.THREAD_CPU

    /** The type of [ThreadCpuClock]. */
    public companion object TYPE : ComponentType<ThreadCpuClock>(
        "thread_cpu_clock",
        "CPU-clock timer for the calling thread",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): ThreadCpuClock = ThreadCpuClock()

        override val label: String get() = "thread_cpu"
        override val binding: Binding get() = Binding.THREAD
        override val category: String get() = Category.TIMING
        override val source: String get() = "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"
        override val mayBeCalibrated: Boolean get() = true
        override fun unavailableReason(): String? = threadCpuUnavailable()
    }
}
