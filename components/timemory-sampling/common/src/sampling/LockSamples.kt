package timemory.sampling

import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.Quantity

/**
 * Time that threads waited for locks inside the region, in nanoseconds: for monitors (`synchronized`), and in `java.util.concurrent` for
 * `ReentrantLock`, `ReentrantReadWriteLock` and `Semaphore`. The functions are those that waited. Otherwise it is like [CpuSamples].
 *
 * Source: async-profiler if it is on the class path: one sample per `SAMPLING_LOCK_INTERVAL` of waiting; a longer wait counts with its full
 * duration, and shorter ones are represented by samples. Otherwise the JDK's Flight Recorder (`jdk.JavaMonitorEnter`, `jdk.ThreadPark`):
 * each wait of at least that length; shorter ones are left out.
 */
@DescribedBy(LockSamples.TYPE::class)
@ExperimentalTimemoryApi
public class LockSamples : LongComponent() {
    override fun start() {}

    override fun stop() {}

    /** The type of [LockSamples]. */
    public companion object TYPE : ComponentType<LockSamples>(
        "lock_samples",
        "Sampled time that threads waited for locks, and the functions inside the region that waited",
        Quantity.TIME,
        MadeByItsType,
    ) {
        override fun create(): LockSamples = LockSamples().also { Sampling.wanted(SampleKind.LOCK) }

        override val label: String get() = "lock_samples"

        override val category: String get() = Category.TIMING

        override val source: String get() = "async-profiler, or the JDK's Flight Recorder"

        override val isSampled: Boolean get() = true

        override fun unavailableReason(): String? = Sampling.unavailable(SampleKind.LOCK)
    }
}
