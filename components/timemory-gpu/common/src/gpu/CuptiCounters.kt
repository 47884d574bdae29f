package timemory.gpu

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout

/**
 * GPU counts during a lap: the metrics that the settings `CUPTI_METRICS` and `CUPTI_EVENTS` name (those ending with `.sum`), for all work
 * of the context that was current when the lap started, including work started by other threads. `timemory avail -H` lists them.
 *
 * At each start and end of such a region the GPU is synchronized and its counters are read, which also affects other times measured there.
 * All metrics must be countable in one pass, because a region runs only once; [CuptiProfiler] supports others and more. A suspending region
 * also counts the context's work while the coroutine is suspended.
 *
 * CUPTI does not count kernels of graphs in this mode: a lap in which one is launched is lost, and the reason reported; so is one in which
 * CUPTI fails, or whose context is destroyed.
 *
 * Source: the range profiler of CUPTI for CUDA 12.6 and later, with user-defined ranges.
 */
@DescribedBy(CuptiCounters.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiCounters private constructor(private val choice: SelectedMetrics.Choice) : GpuMetricsComponent(
    elementsOf(choice.metrics),
    ::CuptiCounters,
) {
    /** Measures the metrics named by the settings. */
    public constructor() : this(MetricSettings.counters.choice())

    private var open: ContextCounters.Lap? = null

    override fun start() {
        choice.reason?.let { throw UnsupportedOperationException(it) }
        open?.let { left -> reasonWithout { ContextCounters.close(left); 0L } } // left open by a region that was never closed
        open = null
        open = ContextCounters.open(choice)
    }

    override fun stop() {
        val lap = open ?: return
        open = null
        record(newValues(ContextCounters.close(lap)))
    }

    /** The type of [CuptiCounters]. */
    public companion object TYPE : GpuMetricsType<CuptiCounters>(
        "cupti_counters",
        "Metrics of all work in a GPU context, from CUPTI",
        ::CuptiCounters,
        { elementsOf(MetricSettings.counters.choice().metrics) },
    ) {
        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "cuptiRangeProfilerPushRange"

        override fun unavailableReason(): String? = MetricSettings.counters.choice().reason
    }
}
