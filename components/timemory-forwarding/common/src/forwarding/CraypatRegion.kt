package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Forwards regions to CrayPAT under their labels, numbered from 1. A region nested in one with the same label is part of it.
 *
 * Put it last in a bundle: it is then started first and stopped last, so that the clocks of the bundle exclude CrayPAT's overhead.
 *
 * Source: `PAT_region_begin` and `PAT_region_end` of CrayPAT.
 */
@DescribedBy(CraypatRegion.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatRegion : ThreadMarker(CrayPatLibrary.regions) {
    override fun begin(label: Long): Unit = CrayPatLibrary.beginRegion(label)

    override fun end(label: Long): Unit = CrayPatLibrary.endRegion(label)

    /** The type of [CraypatRegion]. */
    public companion object TYPE : ForwardingType<CraypatRegion>(
        "craypat_region", "Shows regions to CrayPAT", CrayPatLibrary::unavailable, "PAT_region_begin", Binding.THREAD, emptyList(),
        ::CraypatRegion,
    )
}
