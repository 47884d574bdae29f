package timemory.memory

import timemory.Binding
import timemory.DescribedBy

/**
 * Counts what all threads of the process allocate and free in native code while the region is open: see [AllocationsComponent].
 *
 * The peak covers all threads together. Each thread contributes its allocations in steps of 16 KiB, so with several threads the peak
 * may be too low by 16 KiB for each; with one thread it is exact. It is tracked for 64 regions at once; others report a lower bound, the
 * net if that is positive.
 */
@DescribedBy(MemoryAllocations.TYPE::class)
public class MemoryAllocations : AllocationsComponent(AllocationScope.PROCESS, TYPE) {
    /** The type of [MemoryAllocations]. */
    public companion object TYPE : AllocationsType<MemoryAllocations>(
        "memory_allocations", "Memory that all threads allocate and free: malloc, calloc, realloc, free", ::MemoryAllocations,
    ) {
        override val binding: Binding get() = Binding.PROCESS
    }
}
