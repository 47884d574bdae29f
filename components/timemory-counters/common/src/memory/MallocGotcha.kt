package timemory.memory

import timemory.Binding
import timemory.DescribedBy

/**
 * Counts what the calling thread allocates and frees in native code while the region is open: see [AllocationsComponent].
 *
 * A thread that frees what another one allocated counts it as freed, so its net may be negative; the net over all threads is what has not
 * been freed. Unavailable on virtual threads, because allocations are attributed to their carrier.
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
