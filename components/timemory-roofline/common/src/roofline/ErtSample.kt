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
 * @property kernel what was run
 * @property conditions with how many threads, and on which data
 * @property timing what it did in how much time
 */
@ExperimentalTimemoryApi
public class ErtSample(public val kernel: ErtSampledKernel, public val conditions: ErtConditions, public val timing: ErtTiming) {
    init {
        require(nanoseconds > 0.0) { "sample '${shorten(label)}' took $nanoseconds ns, must be above 0" }
    }

    /** The label of [kernel]: `fma f64 512-bit`. */
    public val label: String get() = kernel.label

    /** What [kernel] computes with: `f64`. */
    public val dataType: String get() = kernel.dataType

    /** How wide the vectors of [kernel] are; 0 if the compiler chooses. */
    public val vectorBits: Int get() = kernel.vectorBits

    /** How many operations one pass of [kernel] does with an element. */
    public val operationsPerElement: Int get() = kernel.operationsPerElement

    /** Whether [kernel] was measured for its operations, and not for its bytes. */
    public val isPeak: Boolean get() = kernel.isPeak

    /** Whether the operations of [kernel] are instructions. */
    public val isOfInstructions: Boolean get() = kernel.isOfInstructions

    /** How many threads ran it at once. */
    public val threads: Int get() = conditions.threads

    /** The data of one thread, in bytes. */
    public val workingSet: Long get() = conditions.workingSet

    /** The level that its bytes come from, as [conditions] have it. */
    public val level: String get() = conditions.level

    /** How it was run on a GPU; `null` on a CPU. */
    public val launch: ErtLaunch? get() = conditions.launch

    /** How many times it was measured. */
    public val trials: Int get() = timing.trials

    /** What all threads read and wrote in one trial. */
    public val totalBytes: Double get() = timing.totalBytes

    /** What all threads computed in one trial. */
    public val totalOperations: Double get() = timing.totalOperations

    /** Elapsed time of the fastest trial. */
    public val nanoseconds: Double get() = timing.nanoseconds

    /** Elapsed time of the trial in the middle. */
    public val medianNanoseconds: Double get() = timing.medianNanoseconds

    /** Bytes per second, of all threads together. */
    public val bytesPerSecond: Double get() = totalBytes / nanoseconds * 1e9

    /** Operations per second, of all threads together. */
    public val operationsPerSecond: Double get() = totalOperations / nanoseconds * 1e9

    /** By how much the trial in the middle was slower than the fastest, as a part of it. */
    public val spread: Double get() = medianNanoseconds / nanoseconds - 1.0
}

/**
 * A kernel that was measured: what a file of results tells of it.
 *
 * @property label `fma f64 512-bit`
 * @property dataType `f64`, `f32` or `f16`; `i64`, `i32` or `u32` for instructions
 * @property vectorBits how wide its vectors are; 0 if the compiler chooses
 * @property operationsPerElement how many operations one pass does with an element
 * @property isPeak whether it was measured for its operations, and not for its bytes
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
 * @property workingSet the data of one thread, in bytes
 * @property level the level that its bytes come from, if the kernel itself sees to that; empty if the size of the data does, see
 * [bandwidthsOf]
 * @property launch how it was run on a GPU; `null` on a CPU
 */
@ExperimentalTimemoryApi
public class ErtConditions @JvmOverloads constructor(
    public val threads: Int,
    public val workingSet: Long,
    public val level: String = "",
    public val launch: ErtLaunch? = null,
)

/**
 * What all threads did in one trial, and how long trials took.
 *
 * @property trials how many times it was measured
 * @property totalBytes what all threads read and wrote in one trial
 * @property totalOperations what all threads computed in one trial
 * @property nanoseconds elapsed time of the fastest trial, from the first thread's start to the last one's end
 * @property medianNanoseconds elapsed time of the trial in the middle
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
 * How a kernel was run on a GPU.
 *
 * @property streams in how many streams at once each thread of the CPU began it
 * @property blocks how many blocks it had in a stream
 * @property threadsOfBlock how many threads a block had
 */
@ExperimentalTimemoryApi
public class ErtLaunch(public val streams: Int, public val blocks: Int, public val threadsOfBlock: Int)
