package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has LIKWID count the events of a region, under its label, for `likwid-perfctr -m` to show.
 *
 * LIKWID counts by hardware thread, so threads have to be pinned (`likwid-perfctr -C`); on others it is not informed, which is reported. A
 * region inside one with the same label is part of it. Name the component last in a bundle: so it is started first and stopped last, and
 * the clocks of the bundle do not include what LIKWID's calls take, while LIKWID's counts include the bundle's own work.
 *
 * Source: `likwid_markerStartRegion` and `likwid_markerStopRegion` of `liblikwid`. `likwid_markerThreadInit` is called on each thread,
 * `likwid_markerClose` at the end of the process.
 */
@DescribedBy(LikwidMarker.TYPE::class)
@ExperimentalTimemoryApi
public class LikwidMarker : ThreadMarker(LikwidLibrary.ranges) {
    override fun begin(label: Long): Unit = LikwidLibrary.start(label)

    override fun end(label: Long): Unit = LikwidLibrary.stop(label)

    /** The type of [LikwidMarker]. */
    public companion object TYPE : ForwardingType<LikwidMarker>(
        "likwid_marker", "Has LIKWID count the events of regions", LikwidLibrary::unavailable, "likwid_markerStartRegion", Binding.THREAD,
        listOf("likwid_perfmon_marker"), ::LikwidMarker,
    ) {
        /**
         * What LIKWID has counted so far on the calling thread in the region called [label], which is not open there; `null` where LIKWID
         * is unavailable. It is all zero where the region was never entered.
         */
        @JvmStatic
        public fun valuesOf(label: String): LikwidRegion? =
            if (unavailableReason() == null) LikwidLibrary.read(LabelTexts.addressOf(label)) else null

        /** Forgets what LIKWID has counted on the calling thread in the region called [label]. Nothing happens where it is unavailable. */
        @JvmStatic
        public fun reset(label: String) {
            if (unavailableReason() == null) LikwidLibrary.reset(LabelTexts.addressOf(label))
        }

        /**
         * Has LIKWID count the next group of events, of those that `-g` of `likwid-perfctr` named. No region may be open. Nothing happens
         * where it is unavailable.
         */
        @JvmStatic
        public fun nextGroup() {
            if (unavailableReason() == null) LikwidLibrary.nextGroup()
        }
    }
}

/**
 * What LIKWID counted in a region on one thread.
 *
 * @property events the counts of the group's events, in the order of the group; at most 32
 * @property seconds the time in the region
 * @property count how often it was entered
 */
@ExperimentalTimemoryApi
public class LikwidRegion internal constructor(public val events: List<Double>, public val seconds: Double, public val count: Int) {
    override fun toString(): String = "$count times, $seconds s, events $events"
}
