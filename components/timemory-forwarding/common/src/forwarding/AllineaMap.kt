package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Has Linaro MAP (Allinea's before) sample while a region with this component is open on any thread, and not otherwise.
 *
 * Source: `allinea_start_sampling` and `allinea_stop_sampling` of `libmap-sampler`.
 */
@DescribedBy(AllineaMap.Companion::class)
@ExperimentalTimemoryApi
public class AllineaMap : SwitchMarker(switch) {
    /** What all instances have in common. */
    public companion object : SwitchType<AllineaMap>(
        "allinea_map", "Has MAP sample while a region is open", MapSampler::unavailable, "allinea_start_sampling", Binding.PROCESS,
        listOf("allinea", "forge"), ::AllineaMap, { MapSampler.turn(false) },
    ) {
        private val switch = RefCountedToggle(MapSampler::turn)
    }
}
