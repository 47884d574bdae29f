package timemory.memory

import timemory.Binding
import timemory.DescribedBy

/**
 * What all threads of the process allocate and free in native code while the region is open: see [AllocationsComponent].
 *
 * Its peak is that of all threads together. Each thread adds what it has allocated to it when that has come to 16 KiB, so with several
 * threads it may be lower than the real one by 16 KiB for each; with one it is exact. It is watched for 64 regions at once; further ones
 * have what is certain, net where that is above 0.
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
