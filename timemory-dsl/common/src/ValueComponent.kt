package timemory

import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component whose value is of any type [V]: a pair, an array, a custom class.
 *
 * Implementations override [start] and [stop] and call [record] with the value of the lap. The component's [ValueComponentType] defines how
 * values add up, which numbers they contain and how they are printed.
 *
 * A recorded value must not be changed afterwards, because totals may keep it. [record] throws an [IllegalArgumentException] for a value
 * with `NaN` or infinity.
 */
public abstract class ValueComponent<V : Any>(private val type: ValueComponentType<*, V>) : Component() {
    /** Value of the last lap; `null` before the first lap. */
    public var last: V? = null
        private set

    /** The sum of all laps, by [ValueComponentType.plus]; `null` before the first lap. */
    public var sum: V? = null
        private set

    private var statistics = emptyStatistics()

    /** Adds one lap of [value]. */
    protected fun record(value: V) {
        val numbers = type.numbers(value)
        check(numbers.size == statistics.size) {
            "${type.id} names ${statistics.size} elements ${type.elements}, but numbers() gave ${numbers.size} of them"
        }
        for (number in numbers) requireFinite(number)
        val added = sum?.let { type.added(it, value) } ?: value
        last = value
        sum = added
        for (i in numbers.indices) statistics[i].add(numbers[i])
        laps++
    }

    override fun reset() {
        super.reset()
        last = null
        sum = null
        statistics = emptyStatistics()
    }

    private fun emptyStatistics() = Array(type.elements.size) { Statistics() }

    final override fun addTo(totals: Totals) {
        totals.addValues(laps, sum ?: return, last ?: return, statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        @Suppress("UNCHECKED_CAST") // all are instances of one component class
        val sums = others.mapNotNull { (it as ValueComponent<V>).sum }
        if (sums.isNotEmpty()) record(sums.reduce(type::added))
    }

    final override fun recordLastLapOf(other: Component) {
        @Suppress("UNCHECKED_CAST") // both are instances of one component class
        (other as ValueComponent<V>).last?.let(::record)
    }

    @Suppress("UNCHECKED_CAST") // both are instances of one component class
    override fun combine(other: Component, sign: Int) {
        other as ValueComponent<V>
        val added = other.sum ?: return
        val known = sum
        sum = when {
            sign > 0 -> if (known == null) added else type.plus(known, added)
            known == null -> refuse("be subtracted from nothing")
            else -> (type.minusAny(known, added) ?: refuse("be subtracted")) as V
        }
        if (sign > 0 && other.laps > 0L) last = other.last
        for (i in statistics.indices) statistics[i].combine(other.statistics[i], sign)
        laps = maxOf(0L, laps + sign * other.laps)
    }

    @Suppress("UNCHECKED_CAST") // written by an instance of this class
    override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        last = fields.value("last", last) as V?
        sum = fields.value("sum", sum) as V?
        for (i in statistics.indices) statistics[i].exchange(type.elements[i], fields)
    }

    override fun toString(): String = "$shortName(laps $laps, sum $sum)"
}
