package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes LIKWID count the events of a region under its label, for `likwid-perfctr -m` to show.
 *
 * LIKWID counts by hardware thread, so threads must be pinned (`likwid-perfctr -C`); regions on other threads are not forwarded, which is
 * reported. A region nested in one with the same label is part of it. Put the component last in a bundle: it is then started first and
 * stopped last, so that the clocks of the bundle exclude LIKWID's overhead, while LIKWID's counts include the bundle's own work.
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
        "likwid_marker", "Makes LIKWID count the events of regions", LikwidLibrary::unavailable, "likwid_markerStartRegion", Binding.THREAD,
        listOf("likwid_perfmon_marker"), ::LikwidMarker,
    ) {
        /**
         * Returns what LIKWID has counted so far on the calling thread in the region [label], which must not be open there; `null` if
         * LIKWID is unavailable. All values are zero if the region was never entered.
         */
        @JvmStatic
        public fun valuesOf(label: String): LikwidRegion? =
            if (unavailableReason() == null) LikwidLibrary.read(LabelTexts.addressOf(label)) else null

        /** Resets what LIKWID has counted on the calling thread in the region [label]. Has no effect if LIKWID is unavailable. */
        @JvmStatic
        public fun reset(label: String) {
            if (unavailableReason() == null) LikwidLibrary.reset(LabelTexts.addressOf(label))
        }

        /**
         * Switches LIKWID to the next event group of those named by the `-g` options of `likwid-perfctr`. No region may be open. Has no
         * effect if LIKWID is unavailable.
         */
        @JvmStatic
        public fun nextGroup() {
            if (unavailableReason() == null) LikwidLibrary.nextGroup()
        }
    }
}

/**
 * LIKWID's counts for a region on one thread.
 *
 * @property events the counts of the group's events, in the order of the group; at most 32
 * @property seconds the time in the region
 * @property count how often it was entered
 */
@ExperimentalTimemoryApi
public class LikwidRegion internal constructor(public val events: List<Double>, public val seconds: Double, public val count: Int) {
    override fun toString(): String = "$count times, $seconds s, events $events"
}
