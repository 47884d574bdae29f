package timemory.roofline

import kotlin.jvm.JvmSynthetic
import timemory.ExperimentalTimemoryApi
import timemory.gpu.CudaProperties
import timemory.settings.Settings

/**
 * How the toolkit measures a GPU, with defaults for any GPU for what is not assigned:
 * ```
 * val options = GpuErtOptions { streams = 4 }
 * ```
 * In Java, [GpuErtOptions.Builder] is filled and built. What a GPU does not allow is refused when it is measured.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property threads how many threads of the CPU begin kernels at once, each on a part of the data
 * @property streams in how many streams each of them begins them, each on a part of its data
 * @property blocks how many blocks a kernel has in each stream; 0 for as many as the GPU runs at once, shared by all streams
 * @property threadsOfBlock how many threads a block has
 * @property leastWorkingSet the least data of all threads together, in bytes, but for what is to stay in caches
 * @property mostData the most data of all threads together, in bytes
 * @property alignment where the data of each stream begin: at a multiple of so many bytes
 * @property types what is computed with
 * @property trials how many times each kernel is measured with each size
 * @property trialNanoseconds how long a trial is to take
 * @property warmUpNanoseconds how long the GPU works before it is measured, as its frequency rises with work
 * @property skippedOperations kernels with so many operations for each element are left out
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
        require(threadsOfBlock > 0) { "threads of a block: $threadsOfBlock, must be above 0" }
        require(leastWorkingSet > 0L) { "least working set: $leastWorkingSet bytes, must be above 0" }
        require(mostData >= leastWorkingSet) { "most data: $mostData bytes, must be at least the least working set, $leastWorkingSet" }
        require(alignment >= MIN_ALIGNMENT && alignment and (alignment - 1) == 0) {
            "alignment: $alignment, must be a power of two of at least $MIN_ALIGNMENT"
        }
        require(trials in 1..MAX_TRIALS) { "trials: $trials, must be 1 to $MAX_TRIALS" }
        require(trialNanoseconds > 0L && warmUpNanoseconds >= 0L) {
            "trial: $trialNanoseconds ns, must be above 0, after $warmUpNanoseconds ns, which must be 0 or more"
        }
    }

    /**
     * Sizes that double, from the least to the most, and before them a quarter and a half of the second cache, where these are less: so
     * data are among them that the second cache surely holds.
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

    /** Throws an [IllegalArgumentException] where the GPU does not allow what is asked for. */
    internal fun checkAgainst(properties: CudaProperties) {
        val most = properties.mostThreadsOfBlock
        require(most == 0 || threadsOfBlock <= most) {
            "threads of a block: $threadsOfBlock, but $properties allows $most at most (TIMEMORY_ERT_BLOCK_SIZE)"
        }
    }

    /**
     * Assigns options; the properties are as those of [GpuErtOptions], and have the defaults.
     *
     * ### Thread-safety
     * To be used by one thread.
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

        /** A thread's loads are of 16 bytes, and the memory hands over 32 at once. */
        private const val MIN_ALIGNMENT = 32

        /**
         * Returns the options that [configure] assigns.
         *
         * @throws IllegalArgumentException if a number is out of range
         */
        @JvmSynthetic // Java uses the builder
        public operator fun invoke(configure: Builder.() -> Unit = {}): GpuErtOptions = Builder().apply(configure).build()

        /** As the settings `ERT_...` have it. */
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

/** Which `ERT_SKIP_OPS` names. */
internal fun skippedOperations(settings: Settings): Set<Int> =
    settings.ertSkipOps.split(',', ';', ' ').mapNotNull { it.toIntOrNull() }.toSet()
