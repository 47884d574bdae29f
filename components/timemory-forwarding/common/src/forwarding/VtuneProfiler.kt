package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes VTune collect while a region with this component is open on any thread, and pause otherwise.
 *
 * Source: `__itt_resume` and `__itt_pause` of the collector that VTune names in `INTEL_LIBITTNOTIFY64`.
 */
@DescribedBy(VtuneProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class VtuneProfiler : SwitchMarker(IttLibrary.collection) {
    /** The type of [VtuneProfiler]. */
    public companion object TYPE : SwitchType<VtuneProfiler>(
        "vtune_profiler", "Makes VTune collect while a region is open", { IttLibrary.unavailable(IttLibrary.RESUME, IttLibrary.PAUSE) },
        "__itt_resume", Binding.PROCESS, emptyList(), ::VtuneProfiler, IttLibrary::pause,
    )
}
