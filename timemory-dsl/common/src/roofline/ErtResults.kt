package timemory

/**
 * What the empirical roofline toolkit measured of a machine.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property machine what it was measured on
 * @property samples every measurement
 */
public class ErtResults(public val machine: ErtMachine, public val samples: List<ErtSample>) {
    /** The numbers of threads that were measured with, ascending. */
    public val threadCounts: List<Int> get() = samples.map { it.threads }.distinct().sorted()

    /** The slanted roofs of [threads] threads, the fastest first; in the units of [form]. See [bandwidthsOf]. */
    public fun bandwidthRoofs(threads: Int, form: RooflineForm): List<BandwidthRoof> =
        bandwidthsOf(this, threads).map { (name, sample) -> BandwidthRoof(name, sample.bytesPerSecond / form.bytesOfTraffic, sample) }

    /** The level roofs of [threads] threads: the best of each kernel that was measured for its operations, the highest first. */
    public fun peakRoofs(threads: Int, form: RooflineForm): List<PeakRoof> = samples
        .filter { it.threads == threads && it.isPeak && it.isOfInstructions == (form == RooflineForm.INSTRUCTIONS) && it.totalOperations > 0.0 }
        .groupBy { it.label }
        .map { (label, all) -> all.maxBy { it.operationsPerSecond }.let { PeakRoof(label, it.operationsPerSecond, it) } }
        .sortedByDescending { it.perSecond }
}

/**
 * A machine, as its roofs depend on it.
 *
 * @property processor its name
 * @property processors how many processors there are for threads
 * @property caches the data caches, from the first level on; none where the system does not tell them
 * @property gigahertz the frequency at which a thread ran, measured by a chain of operations that take a cycle each or told by the system; 0 where it is not known
 * @property kernels by what was measured: `native`, `vector`, `loops`
 */
public class ErtMachine(
    public val processor: String,
    public val processors: Int,
    public val caches: List<ErtCache>,
    public val gigahertz: Double,
    public val kernels: String,
)

/**
 * A cache for data.
 *
 * @property level from 1 on
 * @property bytes how large one is
 * @property sharedBy how many processors share one
 */
public class ErtCache(public val level: Int, public val bytes: Long, public val sharedBy: Int)

/**
 * The best of several trials of one kernel.
 *
 * @property label the kernel: `fma f64 512-bit`
 * @property dataType `f64` or `f32`, `i64` for instructions
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
 */
public class ErtSample(
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
