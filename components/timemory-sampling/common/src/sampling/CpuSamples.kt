package timemory.sampling

import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.Quantity

/**
 * CPU time of the region, in nanoseconds, estimated by samples: how many times a thread that ran the region was found on a processor, times
 * the period in which it is looked at. Below the region's node hang the functions that the samples found on the stack inside of it, with `~`
 * before their names; each sample counts at the innermost open region of its thread or coroutine, and at those around.
 *
 * An estimate: of `n` samples the error is about `1/sqrt(n)`. The count of a node is that of its samples, not of its laps, and the values of
 * single laps are not known. A region in which no sample fell is left out. While a region of this component is measured for the first time,
 * the sampler is started for the whole process; it ends with the session. See the settings `SAMPLING_...`.
 *
 * Source: async-profiler where it is on the class path, otherwise the JDK's Flight Recorder (`jdk.CPUTimeSample` from Java 25 on Linux,
 * `jdk.ExecutionSample` elsewhere); natively a timer of each thread's CPU time (`timer_create`). Metadata say which (`SAMPLING_ENGINE`).
 */
@DescribedBy(CpuSamples.TYPE::class)
@ExperimentalTimemoryApi
public class CpuSamples : LongComponent() {
    override fun start() {}

    override fun stop() {}

    /** The type of [CpuSamples]. */
    public companion object TYPE : ComponentType<CpuSamples>(
        "cpu_samples",
        "CPU time by samples, and the functions that they found inside the region",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): CpuSamples = CpuSamples().also { Sampling.wanted(SampleKind.CPU) }

        override val label: String get() = "cpu_samples"

        override val category: String get() = Category.TIMING

        override val source: String get() = "async-profiler, or the JDK's Flight Recorder; natively timers of threads"

        override val isSampled: Boolean get() = true

        override fun unavailableReason(): String? = Sampling.unavailable(SampleKind.CPU)
    }
}
