package timemory

import timemory.internal.platform.UsageIndex
import timemory.internal.source.Usage

/**
 * CPU time that the process spent executing in user mode, in nanoseconds, without its children.
 *
 * Source: `getrusage(RUSAGE_SELF).ru_utime`.
 */
@DescribedBy(UserModeTime.Companion::class)
public class UserModeTime : SystemComponent(Usage.PROCESS, UsageIndex.USER_TIME), TimeComponent {
    /** What all instances have in common. */
    public companion object : SystemType<UserModeTime>(
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
@DescribedBy(KernelModeTime.Companion::class)
public class KernelModeTime : SystemComponent(Usage.PROCESS, UsageIndex.SYSTEM_TIME), TimeComponent {
    /** What all instances have in common. */
    public companion object : SystemType<KernelModeTime>(
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
@DescribedBy(ThreadUserModeTime.Companion::class)
public class ThreadUserModeTime : SystemComponent(Usage.THREAD, UsageIndex.USER_TIME), TimeComponent {
    /** What all instances have in common. */
    public companion object : SystemType<ThreadUserModeTime>(
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
@DescribedBy(ThreadKernelModeTime.Companion::class)
public class ThreadKernelModeTime : SystemComponent(Usage.THREAD, UsageIndex.SYSTEM_TIME), TimeComponent {
    /** What all instances have in common. */
    public companion object : SystemType<ThreadKernelModeTime>(
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
