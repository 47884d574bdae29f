package timemory.forwarding

import timemory.ComponentType
import timemory.OwnComponentProvider

/** What this module adds to the core's components. */
internal class ForwardingProvider : OwnComponentProvider {
    override fun components(): List<ComponentType<*>> = listOf(
        LikwidMarker, LikwidNvmarker,
        CaliperMarker, CaliperLoopMarker, CaliperConfig,
        TauMarker,
        GperftoolsCpuProfiler, GperftoolsHeapProfiler,
        VtuneEvent, VtuneFrame, VtuneProfiler,
        CraypatRecord, CraypatRegion, CraypatCounters, CraypatHeapStats, CraypatFlushBuffer,
        AllineaMap,
        RoctxMarker,
    )
}
