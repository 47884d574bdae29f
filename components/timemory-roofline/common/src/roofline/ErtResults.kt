package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten

/**
 * What the empirical roofline toolkit measured of a machine.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property machine what it was measured on
 * @property samples every measurement
 * @property problems what could not be measured and why, as sentences
 */
@ExperimentalTimemoryApi
public class ErtResults @JvmOverloads constructor(
    public val machine: ErtMachine,
    public val samples: List<ErtSample>,
    public val problems: List<String> = emptyList(),
) {
    /** The numbers of threads that were measured with, ascending. */
    public val threadCounts: List<Int> get() = samples.map { it.threads }.distinct().sorted()

    /** The slanted roofs of [threads] threads, the fastest first; in the units of [form]. See [bandwidthsOf]. */
    public fun bandwidthRoofs(threads: Int, form: RooflineForm): List<BandwidthRoof> =
        bandwidthsOf(this, threads).map { (name, sample) -> BandwidthRoof(name, sample.bytesPerSecond / form.bytesOfTraffic, sample) }

    /**
     * The level roofs of [threads] threads: the best of each kernel that was measured for its operations, the highest first. Instructions
     * of warps are those of a GPU; there are none of a CPU.
     */
    public fun peakRoofs(threads: Int, form: RooflineForm): List<PeakRoof> {
        val isOfWarps = form == RooflineForm.WARP_INSTRUCTIONS
        if (isOfWarps && !machine.isGpu) return emptyList()
        return samples
            .filter {
                it.threads == threads && it.isPeak && it.isOfInstructions == (form != RooflineForm.FLOPS) && it.totalOperations > 0.0
            }
            .groupBy { it.label }
            .map { (label, all) ->
                all.maxBy { it.operationsPerSecond }.let {
                    PeakRoof(label, it.operationsPerSecond / if (isOfWarps) THREADS_OF_WARP else 1, it)
                }
            }
            .sortedByDescending { it.perSecond }
    }

    private companion object {
        const val THREADS_OF_WARP = 32
    }
}

/**
 * A machine, as its roofs depend on it.
 *
 * @property processor its name
 * @property processors how many processors there are for threads
 * @property caches the data caches, from the first level on; none where the system does not tell them
 * @property gigahertz the frequency at which a thread ran, measured by a chain of operations that take a cycle each or told by the system;
 * 0 where it is not known
 * @property kernels by what was measured: `native`, `vector`, `loops`, `nvrtc`
 * @property device what of the machine this is: `cpu`, `gpu:0`
 * @property published what the maker says that a roof is, in bytes or operations per second, by the name of the roof; what is not known is
 * not there
 */
@ExperimentalTimemoryApi
public class ErtMachine @JvmOverloads constructor(
    public val processor: String,
    public val processors: Int,
    public val caches: List<ErtCache>,
    public val gigahertz: Double,
    public val kernels: String,
    public val device: String = CPU,
    public val published: Map<String, Double> = emptyMap(),
) {
    /** Whether it is a GPU: its roofs are for regions of GPU components, and no others. */
    public val isGpu: Boolean get() = device.startsWith(GPU)

    public companion object {
        /** The [device] of processors. */
        public const val CPU: String = "cpu"

        /** How the [device] of a GPU begins; its number follows: `gpu:0`. */
        public const val GPU: String = "gpu:"
    }
}

/**
 * A cache for data.
 *
 * @property level from 1 on
 * @property bytes how large one is
 * @property sharedBy how many processors share one
 */
@ExperimentalTimemoryApi
public class ErtCache(public val level: Int, public val bytes: Long, public val sharedBy: Int)

/**
 * The best of several trials of one kernel.
 *
 * @property label the kernel: `fma f64 512-bit`
 * @property dataType `f64`, `f32` or `f16`; `i64`, `i32` or `u32` for instructions
 * @property vectorBits how wide its vectors are; 0 where the compiler chooses
 * @property operationsPerElement how many operations one pass does with an element
 * @property threads how many threads ran it at once
 * @property workingSet the data of one thread, in bytes
 * @property trials how many times it was measured
 * @property totalBytes what all threads read and wrote in one trial
 * @property totalOperations what all threads computed in one trial
 * @property nanoseconds elapsed time of the fastest trial, from the first thread's start to the last one's end
 * @property medianNanoseconds elapsed time of the trial in the middle
 * @property isPeak whether it was measured for its operations, and not for its bytes
 * @property isOfInstructions whether operations are instructions
 * @property level the level that its bytes come from, where the kernel itself sees to that; empty where the size of the data does, see
 * [bandwidthsOf]
 * @property launch how it was run on a GPU; `null` on a CPU
 */
@ExperimentalTimemoryApi
public class ErtSample @JvmOverloads constructor(
    public val label: String,
    public val dataType: String,
    public val vectorBits: Int,
    public val operationsPerElement: Int,
    public val threads: Int,
    public val workingSet: Long,
    public val trials: Int,
    public val totalBytes: Double,
    public val totalOperations: Double,
    public val nanoseconds: Double,
    public val medianNanoseconds: Double,
    public val isPeak: Boolean,
    public val isOfInstructions: Boolean,
    public val level: String = "",
    public val launch: ErtLaunch? = null,
) {
    init {
        require(nanoseconds > 0.0) { "sample '${shorten(label)}' took $nanoseconds ns, must be above 0" }
    }

    /** Bytes in a second, of all threads together. */
    public val bytesPerSecond: Double get() = totalBytes / nanoseconds * 1e9

    /** Operations in a second, of all threads together. */
    public val operationsPerSecond: Double get() = totalOperations / nanoseconds * 1e9

    /** By how much the trial in the middle was slower than the fastest, as a part of it. */
    public val spread: Double get() = medianNanoseconds / nanoseconds - 1.0
}

/**
 * How a kernel was run on a GPU.
 *
 * @property streams in how many streams at once each thread of the CPU began it
 * @property blocks how many blocks it had in a stream
 * @property threadsOfBlock how many threads a block had
 */
@ExperimentalTimemoryApi
public class ErtLaunch(public val streams: Int, public val blocks: Int, public val threadsOfBlock: Int)
