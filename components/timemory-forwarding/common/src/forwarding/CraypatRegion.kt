package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Shows regions to CrayPAT, under their labels, each label with a number from 1 on. A region inside one with the same label is part of it.
 *
 * Name it last in a bundle: so it is started first and stopped last, and the clocks of the bundle do not include what CrayPAT takes.
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
