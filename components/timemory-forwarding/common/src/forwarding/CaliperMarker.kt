package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Forwards regions to Caliper, as nested values of its attribute `timemory` on their thread.
 *
 * Put it last in a bundle: it is then started first and stopped last, so that the clocks of the bundle exclude Caliper's overhead.
 *
 * Source: `cali_begin_string`, and `cali_safe_end_string` or `cali_end`, of `libcaliper`.
 */
@DescribedBy(CaliperMarker.TYPE::class)
@ExperimentalTimemoryApi
public class CaliperMarker : ThreadMarker(CaliperLibrary.ranges) {
    override fun begin(label: Long): Unit = CaliperLibrary.beginRegion(label)

    override fun end(label: Long): Unit = CaliperLibrary.endRegion(label)

    /** The type of [CaliperMarker]. */
    public companion object TYPE : ForwardingType<CaliperMarker>(
        "caliper_marker", "Shows regions to Caliper", CaliperLibrary::unavailable, "cali_begin_string", Binding.THREAD,
        listOf("caliper", "cali"), ::CaliperMarker,
    )
}
