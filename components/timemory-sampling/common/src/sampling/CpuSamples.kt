package timemory.sampling

import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.Quantity

/**
 * CPU time of the region, in nanoseconds, estimated by samples: how many times a thread in the region was found on a processor, times the
 * sampling period. The functions that samples found on the stack inside the region are below its node, with `~` before their names; each
 * sample counts for the innermost open region of its thread or coroutine, and for the enclosing ones.
 *
 * This is an estimate: with `n` samples the error is about `1/sqrt(n)`. The count of a node is the number of its samples rather than its
 * laps, and the values of single laps are unknown. A region without samples is left out. When a region with this component is first
 * measured, the sampler is started for the whole process; it stops with the session. See the settings `SAMPLING_...`.
 *
 * Source: async-profiler if it is on the class path, otherwise the JDK's Flight Recorder (`jdk.CPUTimeSample` from Java 25 on Linux,
 * `jdk.ExecutionSample` elsewhere); in native programs a timer of each thread's CPU time (`timer_create`). The metadata name the source
 * (`SAMPLING_ENGINE`).
 */
@DescribedBy(CpuSamples.TYPE::class)
@ExperimentalTimemoryApi
public class CpuSamples : LongComponent() {
    override fun start() {}

    override fun stop() {}

    /** The type of [CpuSamples]. */
    public companion object TYPE : ComponentType<CpuSamples>(
        "cpu_samples",
        "Sampled CPU time, and the functions running inside the region",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): CpuSamples = CpuSamples().also { Sampling.wanted(SampleKind.CPU) }

        override val label: String get() = "cpu_samples"

        override val category: String get() = Category.TIMING

        override val source: String get() = "async-profiler, or the JDK's Flight Recorder; natively per-thread timers"

        override val isSampled: Boolean get() = true

        override fun unavailableReason(): String? = Sampling.unavailable(SampleKind.CPU)
    }
}
