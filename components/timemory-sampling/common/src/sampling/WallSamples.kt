package timemory.sampling

import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.Quantity

/**
 * Elapsed time of the region, in nanoseconds, estimated by samples: how many times a thread was found in it, running or waiting, times the
 * sampling period of each thread. If two threads are in a region, each second of both counts. Otherwise it is like [CpuSamples]. It shows
 * what a region waits for, which CPU time does not.
 *
 * Source: async-profiler; the Flight Recorder samples only running threads, and has no such samples. In native programs a timer for each
 * thread, whose signal ends some system calls early, with `EINTR`: see the documentation of samples.
 */
@DescribedBy(WallSamples.TYPE::class)
@ExperimentalTimemoryApi
public class WallSamples : LongComponent() {
    override fun start() {}

    override fun stop() {}

    /** The type of [WallSamples]. */
    public companion object TYPE : ComponentType<WallSamples>(
        "wall_samples",
        "Sampled elapsed time, and the functions running or waiting inside the region",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): WallSamples = WallSamples().also { Sampling.wanted(SampleKind.WALL) }

        override val label: String get() = "wall_samples"

        override val category: String get() = Category.TIMING

        override val source: String get() = "async-profiler; natively per-thread timers"

        override val isSampled: Boolean get() = true

        override fun unavailableReason(): String? = Sampling.unavailable(SampleKind.WALL)
    }
}
