package timemory

import kotlin.math.roundToLong
import timemory.internal.source.Source
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics
import timemory.statistics.plusSaturated

/**
 * A component that wraps another one, and whose value is that component's value and its rate: bytes, and bytes per second.
 * ```
 * class Requests : RateComponent(RequestCount()) {
 *     companion object TYPE : RateType<Requests>("requests", "Requests answered, and how many per second", Quantity.COUNT, ::Requests)
 * }
 * ```
 * The rate of several laps is their sum divided by their total time.
 *
 * @param amount measures the amount
 */
public abstract class RateComponent(private val amount: LongComponent) : Component() {
    private val time = WallClock()
    private var amounts = Statistics()
    private var rates = Statistics()

    /** The amount in the last lap, in raw units; 0 before the first lap. */
    public val last: Long get() = lastAmount

    /** The amount in all laps, in raw units. */
    public var sum: Long = 0L
        private set

    private var nanoseconds = 0L
    private var lastAmount = 0L
    private var lastNanoseconds = 0L

    /** [sum] divided by the total seconds of the laps; 0 before the first lap. */
    public val perSecond: Double get() = Rate(sum, nanoseconds).perSecond

    final override val isComposite: Boolean get() = true

    final override val leaves: List<Component> get() = amount.leaves + time.leaves

    final override fun start() {
        amount.start()
        time.start()
    }

    final override fun stop() {
        time.stop()
        amount.stop()
        record(amount.last, time.last)
    }

    private fun record(amount: Long, nanoseconds: Long) {
        lastAmount = amount
        lastNanoseconds = nanoseconds
        sum = plusSaturated(sum, amount)
        this.nanoseconds += nanoseconds
        amounts.add(amount.toDouble())
        rates.add(Rate.perSecond(amount, nanoseconds))
        laps++
    }

    override fun reset() {
        super.reset()
        amounts = Statistics()
        rates = Statistics()
        sum = 0L
        nanoseconds = 0L
        lastAmount = 0L
        lastNanoseconds = 0L
    }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addValues(laps, Rate(sum, nanoseconds), Rate(lastAmount, lastNanoseconds), arrayOf(amounts, rates))
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.any { it.laps > 0L }) {
            record(others.sumOf { (it as RateComponent).sum }, others.sumOf { (it as RateComponent).nanoseconds })
        }
    }

    final override fun recordLastLapOf(other: Component) {
        other as RateComponent
        record(other.lastAmount, other.lastNanoseconds)
    }

    override fun combine(other: Component, sign: Int) {
        other as RateComponent
        sum = if (sign > 0) plusSaturated(sum, other.sum) else sum - other.sum
        nanoseconds += sign * other.nanoseconds
        if (sign > 0 && other.laps > 0L) {
            lastAmount = other.lastAmount
            lastNanoseconds = other.lastNanoseconds
        }
        amounts.combine(other.amounts, sign)
        rates.combine(other.rates, sign)
        laps = amounts.count
    }

    override fun scale(factor: Double) {
        sum = (sum * factor).roundToLong()
        lastAmount = (lastAmount * factor).roundToLong()
        amounts.scale(factor)
        rates.scale(factor)
    }

    override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        sum = fields.integer("sum", sum)
        nanoseconds = fields.integer("nanoseconds", nanoseconds)
        lastAmount = fields.integer("lastAmount", lastAmount)
        lastNanoseconds = fields.integer("lastNanoseconds", lastNanoseconds)
        amounts.exchange("amount", fields)
        rates.exchange("rate", fields)
    }

    override fun toString(): String = "$shortName(laps $laps, sum $sum, $perSecond/s)"
}

/** The [ComponentType] of a [RateComponent]. */
public open class RateType<C : RateComponent> private constructor(
    id: String,
    description: String,
    quantity: Quantity,
    factory: ComponentFactory<C>,
    private val reading: Source?,
    private val index: Int,
) : ComponentType<C>(id, description, quantity, factory) {
    public constructor(id: String, description: String, quantity: Quantity, factory: ComponentFactory<C>) :
        this(id, description, quantity, factory, reading = null, index = 0)

    /** The type of a component whose amount is number [index] of [reading]. */
    internal constructor(
        id: String,
        description: String,
        quantity: Quantity,
        reading: Source,
        index: Int,
        factory: ComponentFactory<C>,
    ) : this(id, description, quantity, factory, reading, index)

    override val binding: Binding get() = reading?.binding ?: super.binding

    override val source: String get() = reading?.origin(index) ?: super.source

    override val mayBeCalibrated: Boolean get() = reading != null

    override fun unavailableReason(): String? = reading?.unavailableReason(index)

    final override val elements: List<String> get() = listOf(label, "${label}_rate")

    final override fun isAdditive(element: Int): Boolean = element == 0

    final override fun unitSuffix(element: Int): String = if (element == 0) "" else "/sec"

    final override val elementCount: Int get() = 2

    final override fun plusAny(a: Any, b: Any): Any = (a as Rate) + (b as Rate)

    final override fun minusAny(a: Any, b: Any): Any = (a as Rate) - (b as Rate)

    final override fun numbersAny(value: Any): DoubleArray = (value as Rate).let { doubleArrayOf(it.amount.toDouble(), it.perSecond) }

    final override fun displayAny(value: Any): String? = null
}
