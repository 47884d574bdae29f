package timemory.gpu

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout

/**
 * Metrics of the kernels that the thread launched in a lap: those named by the settings `CUPTI_METRICS` and `CUPTI_EVENTS`, any number of
 * them, and the kernels' time, `gpu__time_duration.sum`. `timemory avail -H` lists them. Kernels that the region itself launched are shown
 * below it by name, each with its own values.
 *
 * CUPTI replays each kernel as often as its metrics require, one kernel at a time, restoring memory in between: the program takes many
 * times longer, and kernels that wait for each other never end. Values that end with `.sum` add up. All others (percentages, rates,
 * averages) are means over the kernels, weighted by their times, and a region has no exclusive values for them.
 *
 * Kernels that several threads launched at the same time, on one context, cannot be told apart, nor can those whose calls CUPTI did not
 * report: they are not assigned to any region, and their number is reported. Kernels of a graph are grouped, without their names; CUPTI
 * counts them if the graph was instantiated in a region with this component, and a lap that launches another graph is lost. A lap in which
 * CUPTI fails, or whose context is destroyed, or with more than 2000 kernels between starts and ends of regions, is lost, and the reason
 * reported.
 *
 * Source: the range profiler of CUPTI for CUDA 12.6 and later with a range for each kernel, and CUPTI's callbacks, which only one tool per
 * process can use.
 */
@DescribedBy(CuptiProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiProfiler private constructor(private val choice: SelectedMetrics.Choice) : GpuMetricsComponent(
    elementsOf(choice.metrics),
    ::CuptiProfiler,
) {
    /** Measures the metrics named by the settings. */
    public constructor() : this(MetricSettings.profiler.choice())

    private val names = choice.metrics.map { it.name }
    private var open: KernelLap? = null

    override fun start() {
        choice.reason?.let { throw UnsupportedOperationException(it) }
        open?.let { left -> reasonWithout { KernelProfiling.close(left); 0L } } // left open by a region that was never closed
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
        "Metrics of the kernels launched in regions, from CUPTI, which replays the kernels",
        ::CuptiProfiler,
        { elementsOf(MetricSettings.profiler.choice().metrics) },
    ) {
        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "cuptiRangeProfilerDecodeData"

        override fun unavailableReason(): String? = MetricSettings.profiler.choice().reason
    }
}
