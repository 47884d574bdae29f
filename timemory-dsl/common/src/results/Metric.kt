package timemory.results

import timemory.Binding
import timemory.Component
import timemory.ComponentType
import timemory.DisplayUnit
import timemory.Quantity
import timemory.TripCount
import timemory.internal.lean.*
import timemory.settings.Catalogue

/**
 * A component as described in a file: the names and quantities of its numbers.
 *
 * @property id the component's id: `wall_clock`
 * @property label the short name: `wall`
 * @property description one sentence, or empty
 * @property binding what the value belongs to
 * @property numbers the numbers in one value; empty for values that are text
 */
public class Metric(
    public val id: String,
    public val label: String,
    public val description: String,
    public val binding: Binding,
    public val numbers: List<Number>,
) {
    /**
     * One number of a component's value.
     *
     * @property name its name; empty if it is the only one
     * @property quantity its kind
     * @property suffix the suffix of its units: `/sec`
     * @property isAdditive whether it adds up over laps
     */
    public class Number(public val name: String, public val quantity: Quantity, public val suffix: String, public val isAdditive: Boolean) {
        /** The unit in files: seconds, megabytes, otherwise the smallest. */
        public val fileUnit: DisplayUnit
            get() = when (quantity) {
                Quantity.TIME -> quantity.units.first { it.symbol == "sec" }
                Quantity.MEMORY -> quantity.units.first { it.symbol == "MB" }
                else -> quantity.units.first()
            }
    }

    /**
     * Properties missing in files of other layouts: [ComponentType.aliases], [ComponentType.title], [ComponentType.hidesZeros] and more.
     */
    internal var aliases: List<String> = emptyList()
    internal var title: String = description.uppercase()
    internal var hidesZeros: Boolean = false
    internal var precision: Int? = null
        private set
    internal var width: Int? = null
        private set

    /** Sets [ComponentType.precision] and [ComponentType.width]; a file may contain any numbers there. */
    internal fun format(precision: Int?, width: Int?) {
        this.precision = precision?.takeIf { it in 0..Catalogue.MAX_PRECISION }
        this.width = width?.takeIf { it in 0..Catalogue.MAX_COLUMN_WIDTH }
    }

    internal fun type(): ReadType = ReadType(this)

    public companion object {
        /** Returns the description of the component with [type] as in files. */
        @kotlin.jvm.JvmStatic
        public fun of(type: ComponentType<*>): Metric = (type as? ReadType)?.metric ?: Metric(
            type.id,
            type.label,
            type.description,
            type.binding,
            List(type.elementCount) { i ->
                Number(type.elements.getOrElse(i) { "" }, type.quantityOf(i), type.unitSuffix(i), type.isAdditive(i))
            },
        ).also { it.format(type.precision, type.width) }
    }
}

/** A value of a component in another process that is not a single additive number: its numbers, and [text] if it has one. */
internal class ReadValue(val numbers: DoubleArray, val text: String?)

/**
 * The type of a component whose numbers were read from a file. A value that is not a single additive number is a [ReadValue], a
 * `DoubleArray`, or a `String` if the component has no numbers.
 */
internal class ReadType(val metric: Metric) :
    ComponentType<Component>(
        metric.id, metric.description, metric.numbers.firstOrNull()?.quantity ?: Quantity.COUNT,
        { error("${metric.id} was read from a file") },
    ) {
    override val label: String get() = metric.label
    override val binding: Binding get() = metric.binding
    override val aliases: List<String> get() = metric.aliases
    override val title: String get() = metric.title
    override val hidesZeros: Boolean get() = metric.hidesZeros
    override val precision: Int? get() = metric.precision
    override val width: Int? get() = metric.width
    override val elements: List<String> = metric.numbers.map { it.name }.filter { it.isNotEmpty() }
    override val elementCount: Int get() = metric.numbers.size

    /** Files do not contain it: one of our components is meant. */
    override val includesInside: Boolean get() = metric.id != TripCount.id

    // Values that are text have no number, but one column in tables.
    override fun isAdditive(element: Int): Boolean = metric.numbers.getOrNull(element)?.isAdditive ?: false

    override fun quantityOf(element: Int): Quantity = metric.numbers.getOrNull(element)?.quantity ?: Quantity.COUNT

    override fun unitSuffix(element: Int): String = metric.numbers.getOrNull(element)?.suffix ?: ""

    /** Values that do not add up, such as a utilisation, are unknown for two processes together. */
    override fun plusAny(a: Any, b: Any): Any {
        if (a is String) return if (a == b) a else "$a; $b"
        if (elementCount == 0) return ReadValue(DoubleArray(0), plusAny(displayAny(a) ?: "-", displayAny(b) ?: "-") as String)
        return DoubleArray(elementCount) { i -> if (isAdditive(i)) numbersAny(a)[i] + numbersAny(b)[i] else Double.NaN }
    }

    override fun numbersAny(value: Any): DoubleArray = when (value) {
        is ReadValue -> value.numbers
        is DoubleArray -> value
        else -> DoubleArray(0)
    }

    override fun displayAny(value: Any): String? = if (value is ReadValue) value.text else value as? String
}
