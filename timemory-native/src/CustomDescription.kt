package timemory.capi

import timemory.DisplayUnit
import timemory.Quantity

/** The description of a component by a program's [texts]: id, description, unit, label, elements. */
internal class CustomDescription(texts: Array<String>) {
    val id: String = texts[0]
    val text: String = texts[1]
    val quantity: Quantity = quantityOf(texts[2])
    val unit: DisplayUnit = quantity.units.first { it.symbol == texts[2] }
    val label: String = texts[3]
    val elements: List<CustomElement> = if (texts[4].isEmpty()) emptyList() else elementsOf(texts[4])

    init {
        require(id.length <= MAX_NAME) { "a component's id has at most $MAX_NAME characters, not ${id.length}" }
        val isName = label.length in 1..MAX_NAME && label.all { it.isLetterOrDigit() || it in "_-." }
        require(isName || label == id) {
            "component $id cannot have the label '$label', which is part of file names: 1 to $MAX_NAME letters, digits, '_', '-' and '.'"
        }
    }

    private fun elementsOf(text: String): List<CustomElement> {
        val all = text.split(',').map(::element)
        require(all.size <= MAX_ELEMENTS) { "component $id has values of ${all.size} numbers; at most $MAX_ELEMENTS are allowed" }
        val names = all.map { it.name }
        require(names.distinct().size == names.size) { "component $id has two numbers of one name: '$text'" }
        return all
    }

    private fun element(text: String): CustomElement {
        val name = text.substringBefore('=').trim()
        require(name.length in 1..MAX_NAME && name.none { it.isISOControl() }) {
            "component $id cannot have a number named '$name': names have 1 to $MAX_NAME visible characters"
        }
        if ('=' !in text) return CustomElement(name, Merge.SUM)
        val way = text.substringAfter('=').trim()
        val merge = Merge.entries.firstOrNull { it.name.lowercase() == way }
        requireNotNull(merge) { "component $id: number '$name' can be merged by sum, min or max, not by '$way'" }
        return CustomElement(name, merge)
    }

    private companion object {
        const val MAX_ELEMENTS = 64
        const val MAX_NAME = 100
    }
}

/** One number of a value. */
internal class CustomElement(val name: String, val merge: Merge)

/** How the numbers of two laps are merged. */
internal enum class Merge {
    SUM {
        override fun of(a: Double, b: Double) = a + b
    },
    MIN {
        override fun of(a: Double, b: Double) = minOf(a, b)
    },
    MAX {
        override fun of(a: Double, b: Double) = maxOf(a, b)
    }, ;

    abstract fun of(a: Double, b: Double): Double
}

/** For times and memory with all their units, otherwise with only this one. */
internal fun quantityOf(unit: String): Quantity =
    listOf(Quantity.TIME, Quantity.MEMORY, Quantity.COUNT).firstOrNull { known -> known.units.any { it.symbol == unit } }
        ?: Quantity(unit, listOf(DisplayUnit(unit, 1.0)))
