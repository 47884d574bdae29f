package timemory.roofline

import timemory.ExperimentalTimemoryApi
import timemory.internal.text.shorten

/**
 * The roofline model of a machine and a program: how fast regions computed, over their ratio of computation to data movement, below the
 * roofs of the machine.
 *
 * A region's horizontal position is its operations per unit of traffic (the intensity), its vertical position its operations per second. No
 * region can exceed a level's bandwidth times its intensity, nor the peak of the arithmetic units. By Williams, Waterman and Patterson,
 * Communications of the ACM 52(4), 2009; with instructions and transactions in place of operations and bytes, by Ding and Williams, PMBS
 * 2019.
 *
 * ### Thread-safety
 * Immutable.
 *
 * @property title the title of the chart
 * @property form what is counted
 * @property bandwidths the bandwidth (slanted) roofs
 * @property peaks the peak (horizontal) roofs
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
    /** Whether there is nothing to draw: no roofs and no points. */
    internal val isEmpty: Boolean get() = bandwidths.isEmpty() && peaks.isEmpty() && points.isEmpty()

    /** The highest of [peaks], in operations per second; `null` if there are none. */
    public val peak: Double? get() = peaks.maxOfOrNull { it.perSecond }

    /**
     * Returns how many operations per second the machine allows [point], by the bandwidth of its level (or the fastest bandwidth if its
     * level has none) and by the highest peak. `null` if no roof is known.
     */
    public fun attainable(point: RooflinePoint): Double? {
        val bandwidth = bandwidths.firstOrNull { it.name == point.level }?.perSecond
        return listOfNotNull(bandwidth?.let { it * point.intensity }, peak).minOrNull()
    }
}

/**
 * What a roofline counts.
 *
 * @property id its name on the command line
 * @property operation the unit of operations
 * @property operations the name of operations
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
    /** Floating-point operations per byte: the classic form. */
    FLOPS("flops", "FLOP", "Floating-point operations", "byte", 1),

    /** Instructions per transaction, a cache or memory line of 64 bytes: the form for code without floating point. */
    INSTRUCTIONS("instructions", "instruction", "Instructions", "transaction", 64),

    /** Warp instructions per transaction, a sector of 32 bytes, on a GPU. */
    WARP_INSTRUCTIONS("warp-instructions", "warp instruction", "Warp instructions", "transaction", 32),
}

/**
 * A roof defined by the bandwidth of a memory level.
 *
 * @property name of the level: `L1`, `DRAM`, `HBM`
 * @property perSecond bytes or transactions per second
 * @property sample the measurement behind it; `null` if it comes from elsewhere
 */
@ExperimentalTimemoryApi
public class BandwidthRoof(public val name: String, public val perSecond: Double, public val sample: ErtSample? = null) {
    init {
        require(perSecond > 0.0 && perSecond.isFinite()) { "bandwidth of $name: $perSecond, must be above 0" }
    }
}

/**
 * A roof defined by the arithmetic units.
 *
 * @property name of the operation: `fma f64 512-bit`
 * @property perSecond operations per second
 * @property sample the measurement behind it; `null` if it comes from elsewhere
 */
@ExperimentalTimemoryApi
public class PeakRoof(public val name: String, public val perSecond: Double, public val sample: ErtSample? = null) {
    init {
        require(perSecond > 0.0 && perSecond.isFinite()) { "peak of $name: $perSecond, must be above 0" }
    }
}

/**
 * A region, with its traffic to one memory level.
 *
 * @property label of the region
 * @property path the labels from the outermost region to it
 * @property level the memory level of [traffic], as in [BandwidthRoof.name]
 * @property operations over all laps
 * @property traffic bytes or transactions
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

    /** Operations per byte or transaction. */
    public val intensity: Double get() = operations / traffic

    /** Operations per second. */
    public val perSecond: Double get() = operations / nanoseconds * 1e9
}
