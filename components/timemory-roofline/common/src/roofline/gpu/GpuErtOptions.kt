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
 * In Java, [GpuErtOptions.Builder] is filled and built. Options that a GPU does not support are rejected when it is measured. The minimum
 * working set is that of all threads together, except for data that should stay in caches; the alignment is that of each stream's data.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property threads how many CPU threads launch kernels at once, each on a part of the data
 * @property streams in how many streams each of them launches kernels, each on a part of its data
 * @property blocks the number of blocks of a kernel in each stream; 0 for as many as the GPU can run at once, shared by all streams
 * @property threadsOfBlock the number of threads per block
 * @property types the number types
 * @property warmUpNanoseconds how long the GPU works before it is measured, because its frequency rises under load
 * @throws IllegalArgumentException if a number is out of range
 */
@ExperimentalTimemoryApi
public class GpuErtOptions private constructor(builder: Builder) : ErtDataOptions(builder, MIN_ALIGNMENT) {
    public val threads: Int = builder.threads
    public val streams: Int = builder.streams
    public val blocks: Int = builder.blocks
    public val threadsOfBlock: Int = builder.threadsOfBlock
    public val types: List<GpuErtType> = builder.types.toList()
    public val warmUpNanoseconds: Long = builder.warmUpNanoseconds

    init {
        require(threads in 1..MAX_CONCURRENT) { "threads: $threads, must be 1 to $MAX_CONCURRENT" }
        require(streams in 1..MAX_CONCURRENT) { "streams: $streams, must be 1 to $MAX_CONCURRENT" }
        require(blocks >= 0) { "blocks: $blocks, must be 0 or more" }
        require(threadsOfBlock > 0) { "threads of a block: $threadsOfBlock, must be above 0" }
        require(warmUpNanoseconds >= 0L) { "warm-up: $warmUpNanoseconds ns, must be 0 or more" }
    }

    /**
     * Sizes that double, from the minimum to the maximum, preceded by a quarter and a half of the L2 cache if these are smaller: so some of
     * the data certainly fit in the L2 cache.
     */
    internal fun workingSets(properties: CudaProperties): List<Long> {
        val sizes = ArrayList<Long>()
        for (part in longArrayOf(4L, 2L)) sizes.add(properties.secondCacheBytes / part)
        sizes.removeAll { it !in 1 until minWorkingSet }
        var size = minWorkingSet
        while (size < maxData) {
            sizes.add(size)
            size *= 2
        }
        sizes.add(maxData)
        return sizes
    }

    /** Throws an [IllegalArgumentException] if the GPU does not support the options. */
    internal fun checkAgainst(properties: CudaProperties) {
        val max = properties.maxThreadsOfBlock
        require(max == 0 || threadsOfBlock <= max) {
            "threads of a block: $threadsOfBlock, but $properties allows at most $max (TIMEMORY_ERT_BLOCK_SIZE)"
        }
    }

    /**
     * Builds options; the properties correspond to those of [GpuErtOptions], and have the defaults.
     *
     * ### Thread-safety
     * Not thread-safe.
     */
    @ExperimentalTimemoryApi
    public class Builder : ErtDataOptions.Builder(minWorkingSet = 10_000_000L, maxData = 500_000_000L) {
        public var threads: Int = 1
        public var streams: Int = 1
        public var blocks: Int = 0
        public var threadsOfBlock: Int = 1024
        public var types: List<GpuErtType> = GpuErtType.entries
        public var warmUpNanoseconds: Long = 300_000_000L

        /**
         * Returns the options.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        public fun build(): GpuErtOptions = GpuErtOptions(this)
    }

    public companion object {
        private const val MAX_CONCURRENT = 64

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
            maxData = settings.ertMaxDataSizeGpu.toLong()
            minWorkingSet = minOf(maxData, settings.ertMinWorkingSizeGpu.toLong())
            assignCommon(settings)
        }
    }
}
