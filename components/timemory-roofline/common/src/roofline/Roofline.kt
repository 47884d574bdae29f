package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten

/**
 * The roofline model of a machine and of what ran on it: how fast regions computed, for how much they computed with what they moved, below
 * the roofs that the machine sets.
 *
 * A region lies at its operations for each unit of traffic (the intensity), as high as its operations in a second. No region gets above a
 * level's bandwidth times its intensity, nor above the peak of the units that compute. Of Williams, Waterman and Patterson, Communications
 * of the ACM 52(4), 2009; with instructions and transactions in place of operations and bytes, of Ding and Williams, PMBS 2019.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property title what stands above the picture
 * @property form what is counted
 * @property bandwidths the slanted roofs
 * @property peaks the level roofs
 * @property points the regions
 */
@ExperimentalTimemoryApi
public class Roofline(
    public val title: String,
    public val form: RooflineForm,
    public val bandwidths: List<BandwidthRoof>,
    public val peaks: List<PeakRoof>,
    public val points: List<RooflinePoint>,
) {
    /** What is drawn as the picture's ends: without roofs or points there is nothing to draw. */
    internal val isEmpty: Boolean get() = bandwidths.isEmpty() && peaks.isEmpty() && points.isEmpty()

    /** The highest of [peaks], in operations per second; `null` without any. */
    public val peak: Double? get() = peaks.maxOfOrNull { it.perSecond }

    /**
     * How many operations per second the machine allows [point]: by the bandwidth of its level, or the fastest where it has none of its
     * own, and by the highest peak. `null` where no roof is known.
     */
    public fun attainable(point: RooflinePoint): Double? {
        val bandwidth = bandwidths.firstOrNull { it.name == point.level }?.perSecond
        return listOfNotNull(bandwidth?.let { it * point.intensity }, peak).minOrNull()
    }
}

/**
 * What a roofline counts.
 *
 * @property id what commands call it
 * @property operation the unit of operations
 * @property operations what operations are called
 * @property traffic the unit of traffic
 * @property bytesOfTraffic how many bytes one unit of traffic is
 */
@ExperimentalTimemoryApi
public enum class RooflineForm(
    public val id: String,
    public val operation: String,
    public val operations: String,
    public val traffic: String,
    public val bytesOfTraffic: Int,
) {
    /** Floating-point operations for each byte: the classical form. */
    FLOPS("flops", "FLOP", "Floating-point operations", "byte", 1),

    /** Instructions for each line of 64 bytes that a cache or the memory hands over: the form for what computes without floating point. */
    INSTRUCTIONS("instructions", "instruction", "Instructions", "transaction", 64),

    /** Instructions of warps for each sector of 32 bytes, on a GPU. */
    WARP_INSTRUCTIONS("warp-instructions", "warp instruction", "Warp instructions", "transaction", 32),
}

/**
 * A roof that the bandwidth of one level of memory sets.
 *
 * @property name of the level: `L1`, `DRAM`, `HBM`
 * @property perSecond bytes, or transactions, in a second
 * @property sample the measurement that it is, `null` where it comes from elsewhere
 */
@ExperimentalTimemoryApi
public class BandwidthRoof(public val name: String, public val perSecond: Double, public val sample: ErtSample? = null) {
    init {
        require(perSecond > 0.0 && perSecond.isFinite()) { "bandwidth of $name: $perSecond, must be above 0" }
    }
}

/**
 * A roof that the units which compute set.
 *
 * @property name what computes: `fma f64 512-bit`
 * @property perSecond operations in a second
 * @property sample the measurement that it is, `null` where it comes from elsewhere
 */
@ExperimentalTimemoryApi
public class PeakRoof(public val name: String, public val perSecond: Double, public val sample: ErtSample? = null) {
    init {
        require(perSecond > 0.0 && perSecond.isFinite()) { "peak of $name: $perSecond, must be above 0" }
    }
}

/**
 * A region, by its traffic with one level of memory.
 *
 * @property label of the region
 * @property path the labels from the outermost region to it
 * @property level the level that [traffic] is with, as [BandwidthRoof.name] has it
 * @property operations how many, all laps together
 * @property traffic bytes, or transactions
 * @property nanoseconds elapsed time
 * @property laps how many laps
 */
@ExperimentalTimemoryApi
public class RooflinePoint(
    public val label: String,
    public val path: List<String>,
    public val level: String,
    public val operations: Double,
    public val traffic: Double,
    public val nanoseconds: Double,
    public val laps: Long,
) {
    init {
        require(operations > 0.0 && traffic > 0.0 && nanoseconds > 0.0) {
            "point '${shorten(label)}': $operations operations, $traffic bytes and $nanoseconds ns must all be above 0"
        }
    }

    /** Operations for each byte, or transaction. */
    public val intensity: Double get() = operations / traffic

    /** Operations in a second. */
    public val perSecond: Double get() = operations / nanoseconds * 1e9
}
