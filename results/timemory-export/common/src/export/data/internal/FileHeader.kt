package timemory.export.data.internal

import timemory.Binding
import timemory.Components
import timemory.Quantity
import timemory.results.Metric

/** The facts in a file about a component, apart from its regions. */
internal class FileHeader(name: String) {
    private val id = name.substringAfterLast(':').lowercase()
        .map { if (it in 'a'..'z' || it in '0'..'9' || it == '_') it else '_' }.joinToString("")
    var names: List<String> = emptyList()
    var description: String = ""
    var unitSizes: List<Double> = emptyList()
    var unitNames: List<String> = emptyList()
    var additive: List<Boolean> = emptyList()
    var isThreadBound: Boolean = false

    /** The units of its numbers; set by [metric]. */
    var units: List<FileUnit> = emptyList()
        private set

    /** Returns the component, whose values are text or contain [count] numbers according to the first region. */
    fun metric(count: Int, isText: Boolean): Metric {
        val known = Components.find(id)
        val isSeveral = !isText && (names.size > 1 || count > 1)
        val size = if (isText) 0 else if (isSeveral) maxOf(names.size, count) else 1
        units = List(size) { i -> FileUnit.of(unitNames.getOrElse(i) { "" }, unitSizes.getOrElse(i) { 1.0 }) }
        val numbers = units.mapIndexed { i, unit ->
            Metric.Number(if (isSeveral) names.getOrElse(i) { "$i" } else "", unit.quantity, unit.suffix, isAdditive(i, unit))
        }
        val label = if (isSeveral || names.isEmpty()) known?.label ?: id else names[0]
        return Metric(id, label, description, if (isThreadBound) Binding.THREAD else known?.binding ?: Binding.WALL, numbers)
    }

    /** Falls back to this version's definition, because files of other versions do not say. */
    private fun isAdditive(number: Int, unit: FileUnit): Boolean =
        additive.getOrNull(number) ?: Components.find(id)?.isAdditive(number)
            ?: (!unit.suffix.startsWith("/") && unit.quantity !== Quantity.PERCENTAGE)
}
