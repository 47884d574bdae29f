package timemory.roofline

import kotlin.jvm.JvmSynthetic
import timemory.ExperimentalTimemoryApi
import timemory.gpu.CudaProperties
import timemory.settings.Settings

/**
 * The options for measuring a GPU, with defaults that suit any GPU for everything that is not assigned:
 * ```
 * val options = GpuErtOptions { streams = 4 }
 * ```
 * In Java, use [GpuErtOptions.Builder]. Options that a GPU does not support are rejected when it is measured.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property threads how many CPU threads launch kernels at once, each on a part of the data
 * @property streams the number of streams per thread, each on a part of the thread's data
 * @property blocks the number of blocks per stream; 0 for as many as the GPU runs at once, shared by all streams
 * @property threadsOfBlock the number of threads per block
 * @property leastWorkingSet the minimum data size over all threads, in bytes, except for data that is to stay in caches
 * @property mostData the maximum data size over all threads, in bytes
 * @property alignment the alignment of each stream's data, in bytes
 * @property types the number types to measure
 * @property trials how many times each kernel is measured with each size
 * @property trialNanoseconds the target duration of a trial
 * @property warmUpNanoseconds how long the GPU works before it is measured, because its frequency rises under load
 * @property skippedOperations kernels with these numbers of operations per element are skipped
 * @throws IllegalArgumentException if a number is out of range
 */
@ExperimentalTimemoryApi
public class GpuErtOptions private constructor(builder: Builder) {
    public val threads: Int = builder.threads
    public val streams: Int = builder.streams
    public val blocks: Int = builder.blocks
    public val threadsOfBlock: Int = builder.threadsOfBlock
    public val leastWorkingSet: Long = builder.leastWorkingSet
    public val mostData: Long = builder.mostData
    public val alignment: Int = builder.alignment
    public val types: List<GpuErtType> = builder.types.toList()
    public val trials: Int = builder.trials
    public val trialNanoseconds: Long = builder.trialNanoseconds
    public val warmUpNanoseconds: Long = builder.warmUpNanoseconds
    public val skippedOperations: Set<Int> = builder.skippedOperations.toSet()

    init {
        require(threads in 1..MAX_CONCURRENT) { "threads: $threads, must be 1 to $MAX_CONCURRENT" }
        require(streams in 1..MAX_CONCURRENT) { "streams: $streams, must be 1 to $MAX_CONCURRENT" }
        require(blocks >= 0) { "blocks: $blocks, must be 0 or more" }
        require(threadsOfBlock > 0) { "threads per block: $threadsOfBlock, must be above 0" }
        require(leastWorkingSet > 0L) { "minimum working set: $leastWorkingSet bytes, must be above 0" }
        require(mostData >= leastWorkingSet) { "maximum data: $mostData bytes, must be at least the minimum working set, $leastWorkingSet" }
        require(alignment >= MIN_ALIGNMENT && alignment and (alignment - 1) == 0) {
            "alignment: $alignment, must be a power of two of at least $MIN_ALIGNMENT"
        }
        require(trials in 1..MAX_TRIALS) { "trials: $trials, must be 1 to $MAX_TRIALS" }
        require(trialNanoseconds > 0L && warmUpNanoseconds >= 0L) {
            "trial: $trialNanoseconds ns, must be above 0, after $warmUpNanoseconds ns, which must be 0 or more"
        }
    }

    /**
     * Returns sizes that double, from the minimum to the maximum, preceded by a quarter and a half of the L2 cache if those are smaller, so
     * that some data certainly fit into it.
     */
    internal fun workingSets(properties: CudaProperties): List<Long> {
        val sizes = ArrayList<Long>()
        for (part in longArrayOf(4L, 2L)) sizes.add(properties.secondCacheBytes / part)
        sizes.removeAll { it !in 1 until leastWorkingSet }
        var size = leastWorkingSet
        while (size < mostData) {
            sizes.add(size)
            size *= 2
        }
        sizes.add(mostData)
        return sizes
    }

    /** Throws an [IllegalArgumentException] if the GPU does not support the options. */
    internal fun checkAgainst(properties: CudaProperties) {
        val most = properties.mostThreadsOfBlock
        require(most == 0 || threadsOfBlock <= most) {
            "threads per block: $threadsOfBlock, but $properties allows at most $most (TIMEMORY_ERT_BLOCK_SIZE)"
        }
    }

    /**
     * Builds options; the properties correspond to those of [GpuErtOptions], and have the defaults.
     *
     * ### Thread-safety
     * Not thread-safe.
     */
    @ExperimentalTimemoryApi
    public class Builder {
        public var threads: Int = 1
        public var streams: Int = 1
        public var blocks: Int = 0
        public var threadsOfBlock: Int = 1024
        public var leastWorkingSet: Long = 10_000_000L
        public var mostData: Long = 500_000_000L
        public var alignment: Int = 64
        public var types: List<GpuErtType> = GpuErtType.entries
        public var trials: Int = 20
        public var trialNanoseconds: Long = 1_000_000L
        public var warmUpNanoseconds: Long = 300_000_000L
        public var skippedOperations: Set<Int> = emptySet()

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public fun build(): GpuErtOptions = GpuErtOptions(this)
    }

    public companion object {
        private const val MAX_CONCURRENT = 64
        private const val MAX_TRIALS = 100_000

        /** A thread loads 16 bytes at once, and memory transactions have 32. */
        private const val MIN_ALIGNMENT = 32

        /**
         * Returns the options that [configure] assigns.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        @JvmSynthetic // Java uses the builder
        public operator fun invoke(configure: Builder.() -> Unit = {}): GpuErtOptions = Builder().apply(configure).build()

        /** Returns the options according to the settings `ERT_...`. */
        public fun of(settings: Settings): GpuErtOptions = GpuErtOptions {
            threads = settings.ertNumThreadsGpu
            streams = settings.ertNumStreams
            blocks = settings.ertGridSize
            threadsOfBlock = settings.ertBlockSize
            mostData = settings.ertMaxDataSizeGpu.toLong()
            leastWorkingSet = minOf(mostData, settings.ertMinWorkingSizeGpu.toLong())
            alignment = settings.ertAlignment
            skippedOperations = skippedOperations(settings)
        }
    }
}

/** Returns the numbers in `ERT_SKIP_OPS`. */
internal fun skippedOperations(settings: Settings): Set<Int> =
    settings.ertSkipOps.split(',', ';', ' ').mapNotNull { it.toIntOrNull() }.toSet()
