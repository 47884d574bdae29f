package timemory.roofline

import kotlin.jvm.JvmOverloads
import timemory.ExperimentalTimemoryApi

/**
 * What the empirical roofline toolkit measured on a machine.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property machine the measured machine
 * @property samples every measurement
 * @property problems what could not be measured and why, as sentences
 */
@ExperimentalTimemoryApi
public class ErtResults @JvmOverloads constructor(
    public val machine: ErtMachine,
    public val samples: List<ErtSample>,
    public val problems: List<String> = emptyList(),
) {
    /** The thread counts of the measurements, ascending. */
    public val threadCounts: List<Int> get() = samples.map { it.threads }.distinct().sorted()

    /** Returns the bandwidth roofs for [threads] threads, the fastest first, in the units of [form]. See [bandwidthsOf]. */
    public fun bandwidthRoofs(threads: Int, form: RooflineForm): List<BandwidthRoof> =
        bandwidthsOf(this, threads).map { (name, sample) -> BandwidthRoof(name, sample.bytesPerSecond / form.bytesOfTraffic, sample) }

    /**
     * Returns the peak roofs for [threads] threads: the best of each kernel that measures operations, the highest first. Warp instructions
     * exist only for GPUs.
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
 * The properties of a machine that its roofs depend on.
 *
 * @property processor its name
 * @property processors how many processors threads can use
 * @property caches the data caches, from the first level on; empty if the system does not list them
 * @property gigahertz the frequency at which a thread ran, measured by a chain of single-cycle operations or reported by the system; 0 if
 * unknown
 * @property kernels the kind of kernels: `native`, `vector`, `loops`, `nvrtc`
 * @property device the measured part of the machine: `cpu`, `gpu:0`
 * @property published the manufacturer's peaks, in bytes or operations per second, by name of the roof; only known ones are included
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
    /** Whether it is a GPU: its roofs apply only to regions of GPU components. */
    public val isGpu: Boolean get() = device.startsWith(GPU)

    public companion object {
        /** The [device] value for CPUs. */
        public const val CPU: String = "cpu"

        /** The prefix of the [device] value for GPUs, followed by the number: `gpu:0`. */
        public const val GPU: String = "gpu:"
    }
}

/**
 * A data cache.
 *
 * @property level from 1
 * @property bytes the size of one cache
 * @property sharedBy how many processors share one
 */
@ExperimentalTimemoryApi
public class ErtCache(public val level: Int, public val bytes: Long, public val sharedBy: Int)
