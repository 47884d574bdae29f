package timemory.memory

import timemory.Binding
import timemory.DescribedBy

/**
 * What the calling thread allocates and frees in native code while the region is open: see [AllocationsComponent].
 *
 * A thread that frees what another one allocated has the bytes among its freed ones, so its net may be below 0; over all threads net is what
 * is not freed. Left out on virtual threads, whose allocations are those of their carrier.
 */
@DescribedBy(MallocGotcha.TYPE::class)
public class MallocGotcha : AllocationsComponent(AllocationScope.THREAD, TYPE) {
    /** The type of [MallocGotcha]. */
    public companion object TYPE : AllocationsType<MallocGotcha>(
        "malloc_gotcha", "Memory that the calling thread allocates and frees: malloc, calloc, realloc, free", ::MallocGotcha,
    ) {
        override val binding: Binding get() = Binding.THREAD
    }
}
