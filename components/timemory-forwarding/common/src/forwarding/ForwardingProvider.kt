package timemory.forwarding

import timemory.ComponentType
import timemory.OwnComponentProvider

/** Adds this module's components to the core's. */
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
