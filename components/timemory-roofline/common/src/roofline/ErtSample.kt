package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten

/**
 * The best of several trials of one kernel.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property kernel the kernel
 * @property conditions the threads and data
 * @property timing the work and its duration
 */
@ExperimentalTimemoryApi
public class ErtSample(public val kernel: ErtSampledKernel, public val conditions: ErtConditions, public val timing: ErtTiming) {
    init {
        require(nanoseconds > 0.0) { "sample '${shorten(label)}' took $nanoseconds ns, must be above 0" }
    }

    /** The label of [kernel]: `fma f64 512-bit`. */
    public val label: String get() = kernel.label

    /** The data type of [kernel]: `f64`. */
    public val dataType: String get() = kernel.dataType

    /** The vector width of [kernel]; 0 if the compiler chooses. */
    public val vectorBits: Int get() = kernel.vectorBits

    /** How many operations one pass of [kernel] does per element. */
    public val operationsPerElement: Int get() = kernel.operationsPerElement

    /** Whether [kernel] measures operations rather than bytes. */
    public val isPeak: Boolean get() = kernel.isPeak

    /** Whether the operations of [kernel] are instructions. */
    public val isOfInstructions: Boolean get() = kernel.isOfInstructions

    /** How many threads ran it at once. */
    public val threads: Int get() = conditions.threads

    /** The data size per thread, in bytes. */
    public val workingSet: Long get() = conditions.workingSet

    /** The level that its bytes come from; see [ErtConditions.level]. */
    public val level: String get() = conditions.level

    /** Its launch configuration on a GPU; `null` on a CPU. */
    public val launch: ErtLaunch? get() = conditions.launch

    /** How many times it was measured. */
    public val trials: Int get() = timing.trials

    /** The bytes that all threads read and wrote in one trial. */
    public val totalBytes: Double get() = timing.totalBytes

    /** The operations that all threads did in one trial. */
    public val totalOperations: Double get() = timing.totalOperations

    /** The elapsed time of the fastest trial. */
    public val nanoseconds: Double get() = timing.nanoseconds

    /** The elapsed time of the median trial. */
    public val medianNanoseconds: Double get() = timing.medianNanoseconds

    /** Bytes per second, over all threads. */
    public val bytesPerSecond: Double get() = totalBytes / nanoseconds * 1e9

    /** Operations per second, over all threads. */
    public val operationsPerSecond: Double get() = totalOperations / nanoseconds * 1e9

    /** How much slower the median trial was than the fastest, as a fraction. */
    public val spread: Double get() = medianNanoseconds / nanoseconds - 1.0
}

/**
 * A measured kernel, as described in a results file.
 *
 * @property label `fma f64 512-bit`
 * @property dataType `f64`, `f32` or `f16`; `i64`, `i32` or `u32` for instructions
 * @property vectorBits the width of its vectors; 0 if the compiler chooses
 * @property operationsPerElement how many operations one pass does per element
 * @property isPeak whether it measures operations rather than bytes
 * @property isOfInstructions whether operations are instructions
 */
@ExperimentalTimemoryApi
public class ErtSampledKernel(
    public val label: String,
    public val dataType: String,
    public val vectorBits: Int,
    public val operationsPerElement: Int,
    public val isPeak: Boolean,
    public val isOfInstructions: Boolean,
)

/**
 * The conditions under which a kernel was measured.
 *
 * @property threads how many threads ran it at once
 * @property workingSet the data size per thread, in bytes
 * @property level the level that its bytes come from, if the kernel itself determines it; empty if the data size does, see [bandwidthsOf]
 * @property launch its launch configuration on a GPU; `null` on a CPU
 */
@ExperimentalTimemoryApi
public class ErtConditions @JvmOverloads constructor(
    public val threads: Int,
    public val workingSet: Long,
    public val level: String = "",
    public val launch: ErtLaunch? = null,
)

/**
 * The work of all threads in one trial, and the durations of trials.
 *
 * @property trials how many times it was measured
 * @property totalBytes the bytes that all threads read and wrote in one trial
 * @property totalOperations the operations that all threads did in one trial
 * @property nanoseconds elapsed time of the fastest trial, from the first thread's start to the last one's end
 * @property medianNanoseconds elapsed time of the median trial
 */
@ExperimentalTimemoryApi
public class ErtTiming(
    public val trials: Int,
    public val totalBytes: Double,
    public val totalOperations: Double,
    public val nanoseconds: Double,
    public val medianNanoseconds: Double,
)

/**
 * The launch configuration of a kernel on a GPU.
 *
 * @property streams the number of streams in which each CPU thread launched it at once
 * @property blocks the number of blocks per stream
 * @property threadsOfBlock the number of threads per block
 */
@ExperimentalTimemoryApi
public class ErtLaunch(public val streams: Int, public val blocks: Int, public val threadsOfBlock: Int)
