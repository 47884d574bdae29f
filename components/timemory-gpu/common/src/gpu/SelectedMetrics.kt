package timemory.gpu

import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.problems.activeProblems
import timemory.internal.text.distance
import timemory.internal.text.eventsOf
import timemory.internal.text.shorten
import timemory.settings.LazySelection
import timemory.settings.Settings

/**
 * The metrics that a component requests from a GPU. The selection is made when a session starts and lasts until the next one, like
 * `SelectedEvents`.
 *
 * A metric that does not exist, or that the component does not support, is skipped and the reason reported. A counter without an ending
 * gets `.sum`.
 *
 * @param refusalOf returns why the component does not support an existing metric; `null` if it does
 * @param refusalOfAll returns why it does not support these metrics together; `null` if it does
 */
internal class SelectedMetrics(
    private val component: String,
    requestBy: (Settings) -> Request,
    private val refusalOf: (GpuMetric) -> String? = { null },
    private val refusalOfAll: (chip: String, metrics: List<GpuMetric>) -> String? = { _, _ -> null },
) {
    /**
     * The requested metrics.
     *
     * @property device the number of the GPU
     * @property isQuiet whether metrics that do not exist are not reported
     */
    data class Request(val names: List<String>, val device: Int, val isQuiet: Boolean = false)

    /** The outcome: the measured [metrics], or none because of [reason]. */
    class Choice(val device: Int, val metrics: List<GpuMetric>, val reason: String?)

    private val settled = LazySelection(requestBy, ::choose)

    /** Makes the selection for a session with [settings]. Returns whether it has changed. */
    fun configure(settings: Settings): Boolean = settled.configure(settings)

    /** The current choice. */
    fun choice(): Choice = settled.choice()

    private fun choose(request: Request): Choice {
        if (request.names.isEmpty()) {
            return Choice(
                request.device, emptyList(),
                "neither TIMEMORY_CUPTI_METRICS nor TIMEMORY_CUPTI_EVENTS names a metric (`timemory avail -H` lists them)",
            )
        }
        MetricDevice.unavailable(request.device)?.let { return Choice(request.device, emptyList(), it) }
        return try {
            chooseOf(request, MetricDevice.chip(request.device))
        } catch (failure: Exception) {
            Choice(request.device, emptyList(), failure.message ?: failure.toString())
        }
    }

    private fun chooseOf(request: Request, chip: String): Choice {
        val metrics = LinkedHashMap<String, GpuMetric>()
        val refusals = ArrayList<String>()
        MetricsHost(chip, null).use { host ->
            for (name in request.names) {
                val metric = metric(host, name)
                val refusal = if (metric == null) unknown(host, name, chip) else refusalOf(metric)
                if (refusal != null) refusals.add(refusal) else metric?.let { metrics[it.name] = it }
            }
        }
        if (metrics.isEmpty()) {
            return Choice(request.device, emptyList(), refusals.firstOrNull() ?: "none of its metrics is known for chip $chip")
        }
        val chosen = metrics.values.toList()
        refusalOfAll(chip, chosen)?.let { return Choice(request.device, emptyList(), it) }
        if (!request.isQuiet) {
            for (refusal in refusals) activeProblems().report("$component $refusal") { "$component: $refusal; it is skipped" }
        }
        return Choice(request.device, chosen, null)
    }

    private fun metric(host: MetricsHost, name: String): GpuMetric? = host.described(if ('.' in name) name else "$name.sum")

    /** Suggests the nearest name, with the requested ending if it has that. */
    private fun unknown(host: MetricsHost, name: String, chip: String): String {
        val base = name.substringBefore('.')
        val ending = name.removePrefix(base).ifEmpty { ".sum" }
        val nearest = host.baseMetrics().minByOrNull { distance(base, it) } ?: return "CUPTI knows no metrics of chip $chip"
        val whole = (listOf(ending) + ENDINGS).map { nearest + it }.firstOrNull { host.described(it) != null } ?: nearest
        return "chip $chip has no metric '${shorten(name)}'; the nearest is '$whole' (`timemory avail -H` lists them)"
    }

    private companion object {
        /** Default suffixes of counters, ratios and throughputs. */
        val ENDINGS = listOf(".sum", ".pct", ".avg.pct_of_peak_sustained_elapsed")
    }
}

/**
 * Returns the names of the metrics that [settings] request. CUPTI does not distinguish between events and metrics, so both lists may
 * contain both.
 */
internal fun metricsOf(settings: Settings): List<String> = (eventsOf(settings.cuptiEvents) + eventsOf(settings.cuptiMetrics)).distinct()

/** The selections that settings make for metric components. */
internal object MetricSettings {
    val counters = SelectedMetrics(
        "cupti_counters",
        { SelectedMetrics.Request(metricsOf(it), it.cuptiDevice) },
        { metric ->
            val way =
                if (metric.isCounter) "name '${metric.name.substringBefore('.')}.sum', or use cupti_profiler" else "use cupti_profiler"
            if (metric.isSum) null
            else "metric '${metric.name}' cannot be summed over the parts of a region, as a metric that ends with " +
                ".sum can: $way"
        },
        ::refusalOfPasses,
    )

    /** The time of kernels is the weight of means. */
    val profiler = SelectedMetrics("cupti_profiler", { settings ->
        val names = metricsOf(settings)
        SelectedMetrics.Request(if (names.isEmpty()) names else (listOf(KernelProfiling.TIME) + names).distinct(), settings.cuptiDevice)
    })

    init {
        SessionHooks.onBegin { settings -> if (counters.configure(settings) or profiler.configure(settings)) Availability.changed() }
    }

    /** Returns why the metrics cannot be counted in one pass, which is required because a region runs only once. */
    private fun refusalOfPasses(chip: String, metrics: List<GpuMetric>): String? {
        fun passes(many: Int): Long = ForeignTexts(metrics.take(many).map { it.name }).use { names ->
            MetricsHost(chip, null).use { host -> host.configure(names).use(MetricsHost::passesOf) }
        }
        val all = passes(metrics.size)
        if (all <= 1L) return null
        val fitting = (metrics.size - 1 downTo 1).firstOrNull { passes(it) == 1L } ?: 0
        val way = if (fitting == 0) "" else "name only the first $fitting, "
        return "a GPU with chip $chip needs $all passes for ${metrics.size} metrics, but a region runs only once: ${way}or use " +
            "cupti_profiler, which replays kernels"
    }
}
