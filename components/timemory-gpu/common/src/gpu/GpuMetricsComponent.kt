package timemory.gpu

import timemory.Category
import timemory.Component
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.InternalTimemoryApi
import timemory.Quantity
import timemory.Secondaries
import timemory.Totals
import timemory.statistics.Statistics

/**
 * A component whose value is several numbers counted by a GPU, each with its own statistics. They are selected at run time.
 *
 * @see CuptiCounters
 */
@ExperimentalTimemoryApi
public abstract class GpuMetricsComponent internal constructor(
    private val elements: List<MetricElement>,
    private val create: () -> GpuMetricsComponent,
) : Component() {
    private var sums = MetricValues.none(elements)
    private var lastLap = sums
    private var statistics = emptyStatistics()
    private var secondaries: Secondaries<MetricValues>? = null

    /** The measured metrics, in the order of the values. */
    public val metrics: List<String> get() = elements.map { it.name }

    /** Returns number [index] over all laps; 0 before the first. */
    public fun value(index: Int): Double = sums[index]

    /** Returns the value of [metric] over all laps; throws an [IllegalArgumentException] if it is not in [metrics]. */
    public fun value(metric: String): Double = sums[indexOf(metric)]

    /** Returns number [index] of the last lap; 0 before the first. */
    public fun last(index: Int): Double = lastLap[index]

    /** Returns the value of [metric] in the last lap; throws an [IllegalArgumentException] if it is not in [metrics]. */
    public fun last(metric: String): Double = lastLap[indexOf(metric)]

    private fun indexOf(metric: String): Int {
        val index = elements.indexOfFirst { it.name == metric }
        require(index >= 0) { "'$metric' is not measured here; measured: ${metrics.joinToString().ifEmpty { "nothing" }}" }
        return index
    }

    /** Adds a lap of [values], with the parts to show by name inside the region. */
    @InternalTimemoryApi
    public fun record(values: MetricValues, parts: Map<String, MetricValues> = emptyMap()) {
        lastLap = values
        sums += values
        for (i in elements.indices) if (values.isKnown(i)) statistics[i].add(values[i])
        laps++
        if (parts.isEmpty()) return
        val shown = secondaries()
        shown.begin()
        for ((name, part) in parts) shown.add(name, part, MetricValues::plus)
        shown.end { to, lap -> (to as GpuMetricsComponent).record(lap) }
    }

    private fun secondaries(): Secondaries<MetricValues> =
        secondaries ?: Secondaries<MetricValues>(create).also { secondaries = it }

    @InternalTimemoryApi
    public fun newValues(numbers: DoubleArray, weight: Double = 1.0): MetricValues = MetricValues.of(elements, numbers, weight)

    @InternalTimemoryApi
    public fun noValues(): MetricValues = MetricValues.none(elements)

    override fun reset() {
        super.reset()
        sums = MetricValues.none(elements)
        lastLap = sums
        statistics = emptyStatistics()
        secondaries?.reset()
    }

    private fun emptyStatistics() = Array(elements.size) { Statistics() }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addValues(laps, sums, lastLap, statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        val recorded = others.filter { it.laps > 0L }
        if (recorded.isEmpty()) return
        record(recorded.map { (it as GpuMetricsComponent).sums }.reduce(MetricValues::plus))
        for (other in recorded) if (other.secondary.isNotEmpty()) secondaries().addAll(other.secondary)
    }

    final override fun recordLastLapOf(other: Component): Unit = record((other as GpuMetricsComponent).lastLap)

    final override val secondary: Map<String, Component> get() = secondaries?.components ?: emptyMap()

    /** Does nothing: [recordSumOf] has already added the parts. */
    final override fun addSecondaryOf(other: Component) {}

    override fun toString(): String =
        "${this::class.simpleName}(laps $laps, ${elements.indices.joinToString { "${elements[it].name} ${sums[it]}" }})"
}

/**
 * One of the numbers of a [GpuMetricsComponent].
 *
 * @property isSum whether the number of several laps is their sum; otherwise it is their weighted mean
 */
internal class MetricElement(val name: String, val quantity: Quantity, val isSum: Boolean)

internal fun elementsOf(metrics: List<GpuMetric>): List<MetricElement> = metrics.map { MetricElement(it.name, it.quantity, it.isSum) }

/** The numbers of one or more laps. Sums add up; the others are means, weighted by the time of the measured work. Immutable. */
@ExperimentalTimemoryApi
public class MetricValues internal constructor(
    private val elements: List<MetricElement>,
    private val numbers: DoubleArray,
    private val weights: DoubleArray,
) {
    /** How many numbers there are. */
    public val size: Int get() = numbers.size

    /** Returns number [index]; NaN for the mean of nothing. */
    public operator fun get(index: Int): Double = if (isKnown(index)) numbers[index] else Double.NaN

    internal fun isKnown(index: Int): Boolean = elements[index].isSum || weights[index] > 0.0

    internal fun numbers() = DoubleArray(size) { this[it] }

    internal operator fun plus(other: MetricValues): MetricValues {
        val weights = DoubleArray(size) { weights[it] + other.weights[it] }
        val numbers = DoubleArray(size) { i ->
            when {
                elements[i].isSum -> numbers[i] + other.numbers[i]
                weights[i] > 0.0 -> (numbers[i] * this.weights[i] + other.numbers[i] * other.weights[i]) / weights[i]
                else -> 0.0
            }
        }
        return MetricValues(elements, numbers, weights)
    }

    override fun toString(): String = numbers().joinToString(";")

    internal companion object {
        fun none(elements: List<MetricElement>) = MetricValues(elements, DoubleArray(elements.size), DoubleArray(elements.size))

        /** A mean without a value, such as the rate of something that did not happen, has no weight. */
        fun of(elements: List<MetricElement>, numbers: DoubleArray, weight: Double) = MetricValues(
            elements,
            DoubleArray(numbers.size) { if (numbers[it].isNaN()) 0.0 else numbers[it] },
            DoubleArray(numbers.size) { if (numbers[it].isNaN()) 0.0 else weight },
        )
    }
}

/** The [ComponentType] of a [GpuMetricsComponent]. */
@ExperimentalTimemoryApi
public abstract class GpuMetricsType<C : GpuMetricsComponent> internal constructor(
    id: String,
    description: String,
    factory: ComponentFactory<C>,
    private val chosen: () -> List<MetricElement>,
) : ComponentType<C>(id, description, Quantity.COUNT, factory) {
    final override val category: String get() = Category.GPU

    final override val elements: List<String> get() = chosen().map { it.name }

    final override fun isAdditive(element: Int): Boolean = chosen().getOrNull(element)?.isSum ?: true

    /** Includes the metrics, because a cell shows all their values. */
    final override val title: String get() = titleOf(elements.indices.toList())

    final override fun titleOf(numbers: List<Int>): String =
        description.uppercase() + if (numbers.isEmpty()) "" else numbers.joinToString("; ", ": ") { elements[it] }

    final override val elementCount: Int get() = chosen().size

    final override fun quantityOf(element: Int): Quantity = chosen().getOrNull(element)?.quantity ?: quantity

    final override fun plusAny(a: Any, b: Any): Any = (a as MetricValues) + (b as MetricValues)

    final override fun numbersAny(value: Any): DoubleArray = (value as MetricValues).numbers()

    final override fun displayAny(value: Any): String? = null
}
