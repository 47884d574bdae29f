package timemory.export.wire.internal

import timemory.Binding
import timemory.ComponentType
import timemory.export.data.ComponentData
import timemory.export.data.NumberData
import timemory.export.data.UnitData
import timemory.export.data.internal.UnusableData
import timemory.export.data.metricOf
import timemory.internal.text.printable
import timemory.output.numbersShown
import timemory.results.CallGraph
import timemory.results.Metric
import timemory.statistics.plusSaturated

/** How a component's table is shown. */
internal class WireTable(
    val title: String,
    val aliases: List<String>,
    val hidesZeros: Boolean,
    val precision: Int?,
    val width: Int?,
)

/**
 * The header of a component, which precedes its nodes in the wire form.
 *
 * @property order its index in display order
 * @property folded how many nodes were folded into `(others)`
 */
internal class WireComponent(val data: ComponentData, val table: WireTable, val order: Int, val folded: Long) {
    val id: String get() = data.id

    /** How many numbers a value holds. */
    val count: Int get() = data.numbers.size

    val isAdditive: BooleanArray = BooleanArray(count) { data.numbers[it].isAdditive }

    /** Two components with the same ID can be merged only if their shapes are equal. */
    val shape: String = buildString {
        append(data.id)
        for (number in data.numbers) {
            append('\n').append(number.name).append('\t').append(number.quantity).append('\t').append(number.unitSuffix)
            append('\t').append(number.isAdditive)
            for (unit in number.units) append('\t').append(unit.symbol).append('=').append(unit.size.toRawBits())
        }
    }

    fun metric(): Metric = metricOf(data).also {
        it.title = table.title
        it.aliases = table.aliases
        it.hidesZeros = table.hidesZeros
        it.format(table.precision, table.width)
    }

    /** Returns this component merged with [other]. */
    fun plus(other: WireComponent): WireComponent {
        if (other.shape != shape) {
            throw UnusableData(
                "has component ${printable(id)} with other numbers or units than the earlier results: ${shortShape(other)}, not " +
                    "${shortShape(this)}; these are results of different versions or settings",
            )
        }
        val threadsApart = data.threadsApart || other.data.threadsApart
        return with(threadsApart, minOf(order, other.order), plusSaturated(folded, other.folded))
    }

    fun withFolded(more: Long): WireComponent = with(data.threadsApart, order, plusSaturated(folded, more))

    private fun with(threadsApart: Boolean, order: Int, folded: Long) = WireComponent(
        ComponentData(data.id, data.label, data.description, data.binding, data.numbers, threadsApart), table, order, folded,
    )

    private fun shortShape(of: WireComponent) = of.data.numbers.joinToString(prefix = "[", postfix = "]") { number ->
        printable((number.name + " " + (number.units.firstOrNull()?.symbol ?: "") + number.unitSuffix).trim())
    }

    fun write(out: WireOutput) {
        out.text(data.id)
        out.text(data.label)
        out.text(data.description)
        out.text(table.title)
        out.unsigned(table.aliases.size)
        table.aliases.forEach(out::text)
        out.text(data.binding)
        val hasFormat = table.precision != null || table.width != null
        val threads = if (data.threadsApart) THREADS_APART else 0
        out.byte(threads or (if (table.hidesZeros) HIDES_ZEROS else 0) or (if (hasFormat) HAS_FORMAT else 0))
        if (hasFormat) {
            out.unsigned((table.precision ?: -1) + 1)
            out.unsigned((table.width ?: -1) + 1)
        }
        out.unsigned(order)
        out.unsigned(folded)
        out.unsigned(data.numbers.size)
        for (number in data.numbers) {
            out.text(number.name)
            out.text(number.quantity)
            out.text(number.unitSuffix)
            out.byte(if (number.isAdditive) 1 else 0)
            out.unsigned(number.units.size)
            for (unit in number.units) {
                out.text(unit.symbol)
                out.number(unit.size)
            }
        }
    }

    companion object {
        fun of(graph: CallGraph, order: Int): WireComponent {
            val type: ComponentType<*> = graph.type
            val metric = Metric.of(type)
            val numbers = metric.numbers.map { number ->
                NumberData(
                    number.name, number.quantity.name, number.quantity.units.map { UnitData(it.symbol, it.size) }, number.suffix,
                    number.isAdditive,
                )
            }
            val data = ComponentData(metric.id, metric.label, metric.description, metric.binding.name, numbers, graph.threadsApart)
            val table = WireTable(type.titleOf(numbersShown(graph)), type.aliases, type.hidesZeros, type.precision, type.width)
            return WireComponent(data, table, order, 0L)
        }

        fun read(input: WireInput): WireComponent {
            val id = input.text(MAX_NAME_LENGTH, "the id of a component")
            val label = input.text(MAX_NAME_LENGTH, "the label of a component")
            val description = input.text(MAX_TEXT_LENGTH, "the description of a component")
            val title = input.text(MAX_TEXT_LENGTH, "the title of a component")
            val aliases = List(input.count(MAX_UNITS, "the number of aliases")) { input.text(MAX_NAME_LENGTH, "an alias") }
            val start = input.offset
            val binding = input.text(MAX_NAME_LENGTH, "the binding of a component")
            if (Binding.entries.none { it.name == binding }) input.damaged("no binding is called '${printable(binding)}'", start)
            val flags = input.byte()
            val hasFormat = flags and HAS_FORMAT != 0
            val precision = if (hasFormat) input.count(MAX_UNITS, "a precision") - 1 else -1
            val width = if (hasFormat) input.count(MAX_NUMBERS, "a width") - 1 else -1
            val order = input.count(MAX_COMPONENTS, "the place of a component")
            val folded = input.unsigned().also { if (it < 0L) input.damaged("a number of folded regions of more than 63 bits") }
            val numbers = List(input.count(MAX_NUMBERS, "the number of a component's numbers")) { readNumber(input) }
            val data = ComponentData(id, label, description, binding, numbers, flags and THREADS_APART != 0)
            val table = WireTable(title, aliases, flags and HIDES_ZEROS != 0, precision.takeIf { it >= 0 }, width.takeIf { it >= 0 })
            return WireComponent(data, table, order, folded)
        }

        private fun readNumber(input: WireInput): NumberData {
            val name = input.text(MAX_NAME_LENGTH, "the name of a number")
            val quantity = input.text(MAX_NAME_LENGTH, "a quantity")
            val suffix = input.text(MAX_NAME_LENGTH, "what units end with")
            val isAdditive = input.count(1, "whether a number adds up") == 1
            val count = input.count(MAX_UNITS, "the number of units")
            if (count == 0) input.damaged("a number without a unit")
            val units = List(count) {
                val symbol = input.text(MAX_NAME_LENGTH, "a unit")
                val size = input.number()
                if (!(size > 0.0) || !size.isFinite()) input.damaged("a unit of size $size")
                UnitData(symbol, size)
            }
            return NumberData(name, quantity, units, suffix, isAdditive)
        }

        private const val THREADS_APART = 1
        private const val HIDES_ZEROS = 2
        private const val HAS_FORMAT = 4
        private const val MAX_NAME_LENGTH = 4096
        private const val MAX_NUMBERS = 1_000
        private const val MAX_UNITS = 100
    }
}

internal const val MAX_COMPONENTS: Int = 10_000

/** The most bytes of a text that is not a label. */
internal const val MAX_TEXT_LENGTH: Int = 1 shl 20
