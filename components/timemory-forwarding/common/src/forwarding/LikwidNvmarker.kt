package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * Has LIKWID count the events of NVIDIA GPUs while a region is open, under its label, for `likwid-perfctr -m` to show. The GPUs count for
 * all threads: of regions with one label that are open at once, the first to start begins it and the last to stop ends it.
 *
 * As for [LikwidMarker], it belongs last in a bundle.
 *
 * Source: `nvmon_markerStartRegion` and `nvmon_markerStopRegion` of `liblikwid` from version 5.3 on, before it `likwid_gpuMarker...`.
 */
@DescribedBy(LikwidNvmarker.TYPE::class)
@ExperimentalTimemoryApi
public class LikwidNvmarker : MarkerComponent() {
    private var open: RefCountedToggle? = null

    override fun start() {
        val region = LikwidGpuLibrary.region(LabelTexts.addressOf(label))
        open = region
        region.open()?.let { report("forwarding: $it", it) }
    }

    override fun stop() {
        val region = open ?: return
        open = null
        region.close()?.let { report("forwarding: $it", it) }
    }

    override fun abandon(): Unit = stop()

    /** The type of [LikwidNvmarker]. */
    public companion object TYPE : ForwardingType<LikwidNvmarker>(
        "likwid_nvmarker", "Has LIKWID count the events of NVIDIA GPUs in regions", LikwidGpuLibrary::unavailable,
        "nvmon_markerStartRegion", Binding.PROCESS, listOf("likwid_nvmon_marker"), ::LikwidNvmarker,
    ) {
        /** Forgets what LIKWID has counted in the region called [label]. Nothing happens where it is unavailable. */
        @JvmStatic
        public fun reset(label: String) {
            if (unavailableReason() == null) LikwidGpuLibrary.reset(LabelTexts.addressOf(label))
        }
    }
}
