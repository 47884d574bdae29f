package timemory.roofline

import kotlin.concurrent.Volatile
import timemory.Binding
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.Quantity
import timemory.gpu.CudaDriver
import timemory.gpu.GpuMetric
import timemory.gpu.GpuMetricsComponent
import timemory.gpu.GpuMetricsType
import timemory.gpu.KernelLap
import timemory.gpu.KernelProfiling
import timemory.gpu.MetricElement
import timemory.gpu.MetricValues
import timemory.gpu.SelectedMetrics
import timemory.gpu.cuptiDevice
import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.record
import timemory.internal.source.reasonWithout
import timemory.internal.text.eventsOf
import timemory.internal.text.shorten
import timemory.settings.Settings

/**
 * The data of a GPU roofline point: operations, warp instructions, bytes moved, and time, of the kernels that the thread launched in a lap.
 * Kernels that the region itself launched are shown below it by name, so they have points of their own.
 *
 * Everything is counted in one run, because CUPTI replays kernels; see [CuptiProfiler][timemory.gpu.CuptiProfiler] for the overhead, and
 * for what can be lost. Operations are thread instructions that add, multiply, or do both (which count as two), as counted by CUPTI; those
 * of tensor cores are not included: the setting `ROOFLINE_EVENTS_GPU` can count others. Bytes are those of the L1 cache, the L2 cache, and
 * the device's memory. Time is the sum over the kernels.
 *
 * Source: see [CuptiProfiler][timemory.gpu.CuptiProfiler]: `smsp__sass_thread_inst_executed_op_*`, `smsp__inst_executed`, `l1tex__t_bytes`,
 * `lts__t_bytes`, `dram__bytes`, `gpu__time_duration`.
 *
 * @see GpuRooflineFlops
 */
@ExperimentalTimemoryApi
public abstract class GpuRoofline internal constructor(
    private val type: ComponentType<*>,
    private val source: GpuRooflineMetrics,
    create: () -> GpuMetricsComponent,
) : GpuMetricsComponent(GpuRooflineMetrics.ELEMENTS, create) {
    private val choice = source.chosen.choice()
    private val names = choice.metrics.map { it.name }
    private val parts = source.partsOf(names)
    private var open: KernelLap? = null

    final override fun start() {
        choice.reason?.let { throw UnsupportedOperationException(it) }
        open?.let { left -> reasonWithout { KernelProfiling.close(left); 0L } } // left open by a region that was never closed
        open = null
        open = KernelProfiling.open(
            choice.device,
            KernelLap(CudaDriver.requireContext(), type, names, noValues()) { values, _ -> valuesOf(values) },
        )
    }

    private fun valuesOf(metrics: DoubleArray): MetricValues {
        val numbers = DoubleArray(GpuRooflineMetrics.ELEMENTS.size)
        for (part in parts) numbers[part.element] += part.weight * metrics[names.indexOf(part.name)]
        return newValues(numbers)
    }

    final override fun stop() {
        val lap = open ?: return
        open = null
        KernelProfiling.close(lap)
        record(lap.sum, lap.parts)
    }
}

/** The [ComponentType] of a [GpuRoofline]. */
@ExperimentalTimemoryApi
public open class GpuRooflineType<C : GpuRoofline> internal constructor(
    id: String,
    description: String,
    private val names: List<String>,
    internal val metrics: GpuRooflineMetrics,
    factory: ComponentFactory<C>,
) : GpuMetricsType<C>(id, description, factory, { GpuRooflineMetrics.ELEMENTS }) {
    final override val aliases: List<String> get() = names

    /** As in timemory: `gpu_roofline_dp_op`; with the types if `ROOFLINE_TYPE_LABELS` is on. */
    final override val label: String get() = metrics.labelOf(names[0])

    final override val binding: Binding get() = Binding.THREAD

    final override val source: String get() = "cuptiRangeProfilerDecodeData"

    /** Hides memory levels whose bytes the GPU does not count. */
    final override val hidesZeros: Boolean get() = true

    final override fun unavailableReason(): String? = metrics.chosen.choice().reason
}

/**
 * The metrics of one roofline component: those of operations on numbers of [precisions] (`h` half, `f` single, `d` double), or those named
 * by a setting.
 */
internal class GpuRooflineMetrics(private val component: String, private val precisions: String) {
    /** The contribution of metric [name]: [weight] units of number [element]. */
    class Part(val name: String, val element: Int, val weight: Double)

    @Volatile
    private var operations: List<Part> = operationsOf("")

    @Volatile
    private var mode = ""

    @Volatile
    private var hasTypeLabels = false

    /** What is wrong with the setting; `null` if nothing is. */
    @Volatile
    private var mistake: String? = null

    val chosen = SelectedMetrics(component, ::requestBy, ::refusalOf, { _, metrics -> refusalOfAll(metrics) })

    private fun requestBy(settings: Settings): SelectedMetrics.Request {
        mistake = null
        operations = operationsOf(settings.rooflineEventsGpu)
        mode = settings.rooflineModeGpu.ifEmpty { settings.rooflineMode }
        hasTypeLabels = settings.rooflineTypeLabels || settings.rooflineTypeLabelsGpu
        return SelectedMetrics.Request((operations + FIXED).map { it.name }, settings.cuptiDevice)
    }

    private fun operationsOf(events: String): List<Part> {
        if (events.isNotEmpty()) return eventsOf(events).map(::partOf)
        return precisions.flatMap { precision ->
            listOf("add" to 1.0, "mul" to 1.0, "fma" to 2.0).map { (operation, weight) ->
                Part("smsp__sass_thread_inst_executed_op_$precision${operation}_pred_on.sum", FLOPS, weight)
            }
        }
    }

    private fun partOf(word: String): Part {
        val star = word.lastIndexOf('*')
        val weight = if (star < 0) 1.0 else word.substring(star + 1).toDoubleOrNull() ?: 0.0
        if (!(weight > 0.0)) mistake = "TIMEMORY_ROOFLINE_EVENTS_GPU: '${shorten(word)}' must end with a number above 0 after the star"
        val name = if (star < 0) word else word.substring(0, star)
        return Part(if ('.' in name) name else "$name.sum", FLOPS, weight)
    }

    private fun refusalOf(metric: GpuMetric): String? =
        if (metric.isSum) null
        else "metric '${metric.name}' cannot be summed, unlike one that ends with .sum, and so cannot count operations"

    /**
     * Bytes of a level may be missing. If some of the operations were missing, the others would be taken for all, and without a time there
     * is no point.
     */
    private fun refusalOfAll(metrics: List<GpuMetric>): String? {
        mistake?.let { return it }
        val missing = (operations.map { it.name } + KernelProfiling.TIME).filter { name -> metrics.none { it.name == name } }
        return if (missing.isEmpty()) null
        else "the GPU has no metric ${missing.joinToString()}, without which there are no points: TIMEMORY_ROOFLINE_EVENTS_GPU " +
            "names others"
    }

    /** Returns the contributions of the metrics [names]. */
    fun partsOf(names: List<String>): List<Part> = (operations + FIXED).filter { it.name in names }

    fun labelOf(name: String): String {
        chosen.choice()
        val types = precisions.map { TYPES.getValue(it) }.joinToString("_")
        return (if (hasTypeLabels) "gpu_roofline_$types" else name) + "_" + mode
    }

    companion object {
        private val TYPES = mapOf('h' to "half", 'f' to "float", 'd' to "double")
        private const val FLOPS = 0

        val ELEMENTS: List<MetricElement> = listOf(
            MetricElement("flops", Quantity.COUNT, isSum = true),
            MetricElement("instructions", Quantity.COUNT, isSum = true),
            MetricElement("l1_bytes", Quantity.MEMORY, isSum = true),
            MetricElement("l2_bytes", Quantity.MEMORY, isSum = true),
            MetricElement("dram_bytes", Quantity.MEMORY, isSum = true),
            MetricElement("runtime", Quantity.TIME, isSum = true),
        )
        private val FIXED = listOf(
            Part("smsp__inst_executed.sum", 1, 1.0), Part("l1tex__t_bytes.sum", 2, 1.0), Part("lts__t_bytes.sum", 3, 1.0),
            Part("dram__bytes.sum", 4, 1.0), Part(KernelProfiling.TIME, 5, 1.0),
        )

        val all = GpuRooflineMetrics("gpu_roofline_flops", "hfd")
        val half = GpuRooflineMetrics("gpu_roofline_hp_flops", "h")
        val single = GpuRooflineMetrics("gpu_roofline_sp_flops", "f")
        val double = GpuRooflineMetrics("gpu_roofline_dp_flops", "d")

        init {
            SessionHooks.onBegin { settings ->
                val changes = listOf(all, half, single, double).map { it.chosen.configure(settings) }
                if (changes.any { it }) Availability.changed()
            }
        }
    }
}
