package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi

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
