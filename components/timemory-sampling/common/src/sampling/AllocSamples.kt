package timemory.sampling

import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.Quantity

/**
 * Bytes that the region allocated on the heap, estimated by samples: each stands for the bytes allocated since the previous one, or for one
 * larger object. Otherwise it is like [CpuSamples]. Off-heap memory does not count.
 *
 * Source: async-profiler if it is on the class path, one sample per `SAMPLING_ALLOC_INTERVAL` bytes on average; otherwise the JDK's Flight
 * Recorder (`jdk.ObjectAllocationSample`), at most a thousand per second.
 */
@DescribedBy(AllocSamples.TYPE::class)
@ExperimentalTimemoryApi
public class AllocSamples : LongComponent() {
    override fun start() {}

    override fun stop() {}

    /** The type of [AllocSamples]. */
    public companion object TYPE : ComponentType<AllocSamples>(
        "alloc_samples",
        "Sampled heap allocations, and the functions inside the region that allocated",
        Quantity.MEMORY,
        MadeByItsType,
    ) {
        override fun create(): AllocSamples = AllocSamples().also { Sampling.wanted(SampleKind.ALLOC) }

        override val label: String get() = "alloc_samples"

        override val category: String get() = Category.DATA

        override val source: String get() = "async-profiler, or the JDK's Flight Recorder"

        override val isSampled: Boolean get() = true

        override fun unavailableReason(): String? = Sampling.unavailable(SampleKind.ALLOC)
    }
}
