package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * Makes CrayPAT record its heap statistics at the end of each lap.
 *
 * Source: `PAT_heap_stats` of CrayPAT.
 */
@DescribedBy(CraypatHeapStats.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatHeapStats : MarkerComponent() {
    override fun start() {}

    override fun stop(): Unit = CrayPatLibrary.heapStatistics()

    /** The type of [CraypatHeapStats]. */
    public companion object TYPE : ForwardingType<CraypatHeapStats>(
        "craypat_heap_stats", "Makes CrayPAT record heap statistics after regions", CrayPatLibrary::unavailable, "PAT_heap_stats",
        Binding.PROCESS, emptyList(), ::CraypatHeapStats,
    )
}
