package timemory.gpu

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout

/**
 * Metrics of the kernels that the thread began in a lap: those that the settings `CUPTI_METRICS` and `CUPTI_EVENTS` name, any number of
 * them, and the kernels' time, `gpu__time_duration.sum`. `timemory avail -H` lists them. Below the region stands by name what it began
 * itself, each kernel with values of its own.
 *
 * CUPTI runs each kernel as often as its metrics take, one after the other, with memory put back in between: the program takes many times
 * longer, and kernels that wait for each other do not end. Values that end with `.sum` add up. All others (percentages, rates, averages)
 * are means over the kernels, each weighted by its time, and a region has none of its own apart from the regions inside it.
 *
 * Kernels that several threads began at the same time, on one context, cannot be told apart, nor those that CUPTI reported no call of: they
 * belong to no region, and how many there were is reported. Kernels of a graph stand together, without their names; CUPTI counts them
 * where the graph was instantiated in a region with this component, and a lap that launches another is lost. A lap in which CUPTI
 * fails, or whose context is destroyed, or with more than 2000 kernels between begins and ends of regions, is lost, and the reason
 * reported.
 *
 * Source: the range profiler of CUPTI of CUDA 12.6 and later with a range for each kernel, and CUPTI's callbacks, of which a process has
 * one user.
 */
@DescribedBy(CuptiProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiProfiler private constructor(private val choice: SelectedMetrics.Choice) : GpuMetricsComponent(
    elementsOf(choice.metrics),
    ::CuptiProfiler,
) {
    /** Measures what the settings name. */
    public constructor() : this(MetricSettings.profiler.choice())

    private val names = choice.metrics.map { it.name }
    private var open: KernelLap? = null

    override fun start() {
        choice.reason?.let { throw UnsupportedOperationException(it) }
        open?.let { left -> reasonWithout { KernelProfiling.close(left); 0L } } // by a region that was never closed
        open = null
        open = KernelProfiling.open(choice.device, KernelLap(CudaDriver.requireContext(), CuptiProfiler, names, noValues(), ::newValues))
    }

    override fun stop() {
        val lap = open ?: return
        open = null
        KernelProfiling.close(lap)
        record(lap.sum, lap.parts)
    }

    /** The type of [CuptiProfiler]. */
    public companion object TYPE : GpuMetricsType<CuptiProfiler>(
        "cupti_profiler",
        "Metrics of the kernels that regions launched, by CUPTI, which runs them again and again",
        ::CuptiProfiler,
        { elementsOf(MetricSettings.profiler.choice().metrics) },
    ) {
        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "cuptiRangeProfilerDecodeData"

        override fun unavailableReason(): String? = MetricSettings.profiler.choice().reason
    }
}
