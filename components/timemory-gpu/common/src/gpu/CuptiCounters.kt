package timemory.gpu

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout

/**
 * What the GPU counted in a lap: the metrics that the settings `CUPTI_METRICS` and `CUPTI_EVENTS` name, those that end with `.sum`, of all
 * that the context which was current when the lap began did meanwhile, whoever had it done: other threads, too. `timemory avail -H` lists
 * them.
 *
 * At each begin and end of such a region the GPU is waited for, and its counters are read: a measurement of time beside it tells of that as
 * well. All metrics must be counted in one pass, since a region runs only once; [CuptiProfiler] takes others and more. A suspending region
 * counts what the context does while the coroutine is suspended, too.
 *
 * CUPTI does not count kernels of graphs in this way: a lap in which one is launched is lost, and the reason reported; so is one in which
 * CUPTI fails, or whose context is destroyed.
 *
 * Source: the range profiler of CUPTI of CUDA 12.6 and later, with ranges of timemory's own.
 */
@DescribedBy(CuptiCounters.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiCounters private constructor(private val choice: SelectedMetrics.Choice) : GpuMetricsComponent(
    elementsOf(choice.metrics),
    ::CuptiCounters,
) {
    /** Measures what the settings name. */
    public constructor() : this(MetricSettings.counters.choice())

    private var open: ContextCounters.Lap? = null

    override fun start() {
        choice.reason?.let { throw UnsupportedOperationException(it) }
        open?.let { left -> reasonWithout { ContextCounters.close(left); 0L } } // by a region that was never closed
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
        "Metrics of all that a GPU's context did, by CUPTI",
        ::CuptiCounters,
        { elementsOf(MetricSettings.counters.choice().metrics) },
    ) {
        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "cuptiRangeProfilerPushRange"

        override fun unavailableReason(): String? = MetricSettings.counters.choice().reason
    }
}
