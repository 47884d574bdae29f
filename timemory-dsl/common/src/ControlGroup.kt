package timemory

import timemory.internal.source.Cgroup

/**
 * CPU time of all processes in the process's control group (container), in nanoseconds.
 *
 * Source: `cpu.stat` (`usage_usec`) of cgroup v2, `cpuacct.usage` of v1.
 */
@DescribedBy(CgroupCpuTime.TYPE::class)
public class CgroupCpuTime : SystemComponent(Cgroup.OWN.cpuTime, 0), TimeComponent {
    /** The type of [CgroupCpuTime]. */
    public companion object TYPE : SystemType<CgroupCpuTime>(
        "cgroup_cpu_time",
        "CPU time of all processes of the control group",
        Quantity.TIME,
        Cgroup.OWN.cpuTime,
        0,
        MadeByItsType,
    ) {
        override fun create(): CgroupCpuTime = CgroupCpuTime()

        override val category: String get() = Category.SYSTEM
    }
}

/**
 * Time during which processes of the control group (container) were throttled because it had used up its CPU quota, in nanoseconds, summed
 * over processors.
 *
 * Source: `cpu.stat` (`throttled_usec`) of cgroup v2, `cpu.stat` (`throttled_time`) of v1.
 */
@DescribedBy(CgroupThrottledTime.TYPE::class)
public class CgroupThrottledTime : SystemComponent(Cgroup.OWN.throttledTime, 0), TimeComponent {
    /** The type of [CgroupThrottledTime]. */
    public companion object TYPE : SystemType<CgroupThrottledTime>(
        "cgroup_throttled_time",
        "Time the control group was throttled because it had used up its CPU quota",
        Quantity.TIME,
        Cgroup.OWN.throttledTime,
        0,
        MadeByItsType,
    ) {
        override fun create(): CgroupThrottledTime = CgroupThrottledTime()

        override val category: String get() = Category.SYSTEM
    }
}

/**
 * Change of the memory used by all processes in the process's control group (container), including file caches, in bytes.
 *
 * Source: `memory.current` of cgroup v2, `memory.usage_in_bytes` of v1.
 */
@DescribedBy(CgroupMemory.TYPE::class)
public class CgroupMemory : SystemComponent(Cgroup.OWN.memory, 0), MemoryComponent {
    /** The type of [CgroupMemory]. */
    public companion object TYPE : SystemType<CgroupMemory>(
        "cgroup_memory",
        "Change in the memory used by all processes of the control group, including the page cache",
        Quantity.MEMORY,
        Cgroup.OWN.memory,
        0,
        MadeByItsType,
    ) {
        override fun create(): CgroupMemory = CgroupMemory()

        override val category: String get() = Category.SYSTEM
    }
}
