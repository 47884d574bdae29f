package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent

/**
 * Makes LIKWID count the events of NVIDIA GPUs while a region is open, under its label, for `likwid-perfctr -m` to show. The GPU counters
 * are shared by all threads: if several regions with one label are open at once, the first to start starts counting and the last to stop
 * ends it.
 *
 * Put it last in a bundle, like [LikwidMarker].
 *
 * Source: `nvmon_markerStartRegion` and `nvmon_markerStopRegion` of `liblikwid` from version 5.3 on, `likwid_gpuMarker...` before it.
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
        "likwid_nvmarker", "Makes LIKWID count the events of NVIDIA GPUs in regions", LikwidGpuLibrary::unavailable,
        "nvmon_markerStartRegion", Binding.PROCESS, listOf("likwid_nvmon_marker"), ::LikwidNvmarker,
    ) {
        /** Resets what LIKWID has counted in the region [label]. Has no effect if LIKWID is unavailable. */
        @JvmStatic
        public fun reset(label: String) {
            if (unavailableReason() == null) LikwidGpuLibrary.reset(LabelTexts.addressOf(label))
        }
    }
}
