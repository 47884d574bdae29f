package timemory.gpu

import timemory.Binding
import timemory.Category
import timemory.Component
import timemory.ComponentType
import timemory.CountComponent
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongComponent
import timemory.Quantity
import timemory.Secondaries
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout

/**
 * The number of times that the GPU's multiprocessors were found at an instruction during a lap, from samples that CUPTI takes at regular
 * intervals of cycles, for all work of the context that was current when the lap started, including work started by other threads. Below
 * the region, `kernel: reason` shows the kernels that were found and what stalled them (`smsp__pcsamp_warps_issue_stalled_...`), for
 * samples taken while no region inside was open on the thread.
 *
 * Samples are assigned to whole kernels; source lines would require the program's GPU code. Kernels run concurrently as without sampling.
 * At each start and end of such a region the GPU is synchronized, and its samples are read, which also affects other times measured there.
 * A lap in which CUPTI fails, or whose context is destroyed, is lost, and the reason reported; so is the number of samples that the GPU
 * dropped.
 *
 * Source: the PC sampling of CUPTI for CUDA 11.3 and later, with CUPTI's default interval for the GPU.
 */
@DescribedBy(CuptiPcsampling.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiPcsampling : LongComponent(), CountComponent {
    private var open: PcSampling.Lap? = null
    private val secondaries = Secondaries<Long>(::CuptiPcsampling)

    override fun start() {
        open?.let { left -> reasonWithout { PcSampling.close(left); 0L } } // left open by a region that was never closed
        open = null
        open = PcSampling.open()
    }

    override fun stop() {
        val lap = open ?: return
        open = null
        PcSampling.close(lap)
        record(lap.samples)
        secondaries.begin()
        for ((name, samples) in lap.parts) secondaries.add(name, samples) { a, b -> a + b }
        secondaries.end { to, samples -> (to as CuptiPcsampling).record(samples) }
    }

    override val secondary: Map<String, Component> get() = secondaries.components

    override fun addSecondaryOf(other: Component): Unit = secondaries.addAll(other.secondary)

    override fun reset() {
        super.reset()
        secondaries.reset()
    }

    /** The type of [CuptiPcsampling]. */
    public companion object TYPE : ComponentType<CuptiPcsampling>(
        "cupti_pcsampling",
        "Stall reasons of GPU instructions, sampled by CUPTI",
        Quantity.COUNT,
        ::CuptiPcsampling,
    ) {
        override val category: String get() = Category.GPU

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "cuptiPCSamplingGetData"

        override fun unavailableReason(): String? = PcSampling.unavailable()
    }
}
