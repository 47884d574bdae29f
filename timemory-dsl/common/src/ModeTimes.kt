package timemory

import timemory.internal.platform.UsageIndex
import timemory.internal.source.Usage

/**
 * CPU time that the process spent executing in user mode, in nanoseconds, without its children.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_utime`.
 */
@DescribedBy(UserModeTime.TYPE::class)
public class UserModeTime : SystemComponent(Usage.PROCESS, UsageIndex.USER_TIME), TimeComponent {
    /** The type of [UserModeTime]. */
    public companion object TYPE : SystemType<UserModeTime>(
        "user_mode_time",
        "CPU time spent executing in user mode",
        Quantity.TIME,
        Usage.PROCESS,
        UsageIndex.USER_TIME,
        MadeByItsType,
    ) {
        override fun create(): UserModeTime = UserModeTime()

        override val label: String get() = "user_mode"
        override val category: String get() = Category.TIMING
    }
}

/**
 * CPU time that the kernel spent executing for the process, in nanoseconds, without its children.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_stime`.
 */
@DescribedBy(KernelModeTime.TYPE::class)
public class KernelModeTime : SystemComponent(Usage.PROCESS, UsageIndex.SYSTEM_TIME), TimeComponent {
    /** The type of [KernelModeTime]. */
    public companion object TYPE : SystemType<KernelModeTime>(
        "kernel_mode_time",
        "CPU time spent executing in kernel mode",
        Quantity.TIME,
        Usage.PROCESS,
        UsageIndex.SYSTEM_TIME,
        MadeByItsType,
    ) {
        override fun create(): KernelModeTime = KernelModeTime()

        override val label: String get() = "kernel_mode"
        override val category: String get() = Category.TIMING
    }
}

/**
 * CPU time that the calling thread spent executing in user mode, in nanoseconds.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_utime`.
 */
@DescribedBy(ThreadUserModeTime.TYPE::class)
public class ThreadUserModeTime : SystemComponent(Usage.THREAD, UsageIndex.USER_TIME), TimeComponent {
    /** The type of [ThreadUserModeTime]. */
    public companion object TYPE : SystemType<ThreadUserModeTime>(
        "thread_user_mode_time",
        "CPU time of the calling thread spent executing in user mode",
        Quantity.TIME,
        Usage.THREAD,
        UsageIndex.USER_TIME,
        MadeByItsType,
    ) {
        override fun create(): ThreadUserModeTime = ThreadUserModeTime()

        override val label: String get() = "thread_user_mode"
        override val category: String get() = Category.TIMING
    }
}

/**
 * CPU time that the kernel spent executing for the calling thread, in nanoseconds.
 *
 * Source: `getrusage(RUSAGE_THREAD).ru_stime`.
 */
@DescribedBy(ThreadKernelModeTime.TYPE::class)
public class ThreadKernelModeTime : SystemComponent(Usage.THREAD, UsageIndex.SYSTEM_TIME), TimeComponent {
    /** The type of [ThreadKernelModeTime]. */
    public companion object TYPE : SystemType<ThreadKernelModeTime>(
        "thread_kernel_mode_time",
        "CPU time of the calling thread spent executing in kernel mode",
        Quantity.TIME,
        Usage.THREAD,
        UsageIndex.SYSTEM_TIME,
        MadeByItsType,
    ) {
        override fun create(): ThreadKernelModeTime = ThreadKernelModeTime()

        override val label: String get() = "thread_kernel_mode"
        override val category: String get() = Category.TIMING
    }
}
