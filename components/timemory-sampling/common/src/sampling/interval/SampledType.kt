package timemory.sampling.interval

import timemory.Binding
import timemory.Category
import timemory.Component
import timemory.ComponentType
import timemory.MadeByItsType

/** The combined value of [weight] readings. */
internal class SampledValue(val value: Double, val weight: Long)

/**
 * The component under which results show [column] by region: a node's laps are the readings made while its region was open, with minimum,
 * maximum, mean and spread. Its combined value, in place of the sum of other components, is the maximum of levels, the sum of amounts, and
 * the mean of other numbers. Values are those of the whole process, so two regions that were open at the same time both have them: values
 * of regions do not add up.
 */
internal class SampledType(private val column: SampledColumn) :
    ComponentType<Component>("sampled_" + idOf(column.name), descriptionOf(column), column.quantity, MadeByItsType) {
    override val binding: Binding get() = Binding.PROCESS

    override val category: String get() = Category.RESOURCE_USAGE

    override val includesMeasuring: Boolean get() = false

    override fun isAdditive(element: Int): Boolean = false

    override fun unitSuffix(element: Int): String = column.suffix

    override fun plusAny(a: Any, b: Any): Any {
        a as SampledValue
        b as SampledValue
        val weight = a.weight + b.weight
        val value = when (column.kind) {
            SampledKind.LEVEL -> maxOf(a.value, b.value)
            SampledKind.AMOUNT -> a.value + b.value
            SampledKind.MEAN -> if (weight == 0L) 0.0 else (a.value * a.weight + b.value * b.weight) / weight
        }
        return SampledValue(value, weight)
    }

    override fun minusAny(a: Any, b: Any): Any? {
        a as SampledValue
        b as SampledValue
        val weight = a.weight - b.weight
        return when (column.kind) {
            SampledKind.LEVEL -> null
            SampledKind.AMOUNT -> SampledValue(a.value - b.value, weight)
            SampledKind.MEAN -> SampledValue(if (weight <= 0L) 0.0 else (a.value * a.weight - b.value * b.weight) / weight, weight)
        }
    }

    override fun numbersAny(value: Any): DoubleArray = doubleArrayOf((value as SampledValue).value)

    override fun displayAny(value: Any): String? = null

    private companion object {
        fun idOf(name: String) = name.map { if (it in 'a'..'z' || it in '0'..'9') it else '_' }.joinToString("")

        fun descriptionOf(column: SampledColumn) = when (column.kind) {
            SampledKind.AMOUNT -> "${column.name} of the process, in the intervals at whose end the region was open"
            else -> "${column.name} of the process, read at intervals while the region was open"
        }
    }
}
