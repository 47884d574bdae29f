package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Makes Linaro MAP (formerly Allinea) sample only while a region with this component is open on any thread.
 *
 * Source: `allinea_start_sampling` and `allinea_stop_sampling` of `libmap-sampler`.
 */
@DescribedBy(AllineaMap.TYPE::class)
@ExperimentalTimemoryApi
public class AllineaMap : SwitchMarker(switch) {
    /** The type of [AllineaMap]. */
    public companion object TYPE : SwitchType<AllineaMap>(
        "allinea_map", "Makes MAP sample while a region is open", MapSampler::unavailable, "allinea_start_sampling", Binding.PROCESS,
        listOf("allinea", "forge"), ::AllineaMap, { MapSampler.turn(false) },
    ) {
        private val switch = RefCountedToggle(MapSampler::turn)
    }
}
