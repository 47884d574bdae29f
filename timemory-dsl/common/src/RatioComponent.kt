package timemory

import kotlin.jvm.JvmOverloads
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component that combines two others, and whose value is the quotient of their values: a utilisation, a rate of operations.
 * ```
 * class FlopRate : RatioComponent(FlopCount(), WallClock()) {
 *     companion object TYPE : RatioType<FlopRate>("flop_rate", "Floating-point operations per time", Quantity("rate", "GFLOP/s"), ::FlopRate)
 * }
 * ```
 * Minimum, maximum, mean and standard deviation are those of the quotients of single laps. The quotient of several laps, shown in place of
 * a sum, is the quotient of their sums, so that laps are weighted by size.
 *
 * @param numerator measures the dividend
 * @param denominator measures the divisor
 * @param factor the factor applied to quotients: 100 for a percentage
 */
public abstract class RatioComponent @JvmOverloads constructor(
    private val numerator: LongComponent,
    private val denominator: LongComponent,
    private val factor: Double = 1.0,
) : Component() {
    private var dividend = 0.0
    private var divisor = 0.0
    private var lastDividend = 0.0
    private var lastDivisor = 0.0
    private var statistics = Statistics()

    /** The quotient of the last lap; 0 before the first lap. */
    public val last: Double get() = Ratio(lastDividend, lastDivisor, factor).value

    /** The quotient of all laps together; 0 before the first lap. */
    public val ratio: Double get() = Ratio(dividend, divisor, factor).value

    final override val isComposite: Boolean get() = true

    final override val leaves: List<Component> get() = numerator.leaves + denominator.leaves

    final override fun start() {
        denominator.start()
        numerator.start()
    }

    final override fun stop() {
        numerator.stop()
        denominator.stop()
        record(numerator.last.toDouble(), denominator.last.toDouble())
    }

    private fun record(dividend: Double, divisor: Double) {
        lastDividend = dividend
        lastDivisor = divisor
        this.dividend += dividend
        this.divisor += divisor
        statistics.add(if (divisor == 0.0) 0.0 else dividend / divisor * factor)
        laps++
    }

    override fun reset() {
        super.reset()
        dividend = 0.0
        divisor = 0.0
        lastDividend = 0.0
        lastDivisor = 0.0
        statistics = Statistics()
    }

    final override fun addTo(totals: Totals) {
        if (laps == 0L) return
        totals.addValues(laps, Ratio(dividend, divisor, factor), Ratio(lastDividend, lastDivisor, factor), arrayOf(statistics))
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.any { it.laps > 0L }) {
            record(others.sumOf { (it as RatioComponent).dividend }, others.sumOf { (it as RatioComponent).divisor })
        }
    }

    final override fun recordLastLapOf(other: Component) {
        other as RatioComponent
        record(other.lastDividend, other.lastDivisor)
    }

    override fun combine(other: Component, sign: Int) {
        other as RatioComponent
        dividend += sign * other.dividend
        divisor += sign * other.divisor
        if (sign > 0 && other.laps > 0L) {
            lastDividend = other.lastDividend
            lastDivisor = other.lastDivisor
        }
        statistics.combine(other.statistics, sign)
        laps = statistics.count
    }

    override fun scale(factor: Double) {
        dividend *= factor
        lastDividend *= factor
        statistics.scale(factor)
    }

    override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        dividend = fields.number("dividend", dividend)
        divisor = fields.number("divisor", divisor)
        lastDividend = fields.number("lastDividend", lastDividend)
        lastDivisor = fields.number("lastDivisor", lastDivisor)
        statistics.exchange("", fields)
    }

    override fun toString(): String = "$shortName(laps $laps, ratio $ratio)"
}

/**
 * A quotient that others can be added to.
 *
 * @property dividend the sum of the dividends
 * @property divisor the sum of the divisors
 */
public class Ratio internal constructor(public val dividend: Double, public val divisor: Double, private val factor: Double) {
    /** The quotient, times the component's factor; 0 if the divisor is 0. */
    public val value: Double get() = if (divisor == 0.0) 0.0 else dividend / divisor * factor

    internal operator fun plus(other: Ratio) = Ratio(dividend + other.dividend, divisor + other.divisor, factor)

    internal operator fun minus(other: Ratio) = Ratio(dividend - other.dividend, divisor - other.divisor, factor)

    override fun toString(): String = value.toString()
}

/** The [ComponentType] of a [RatioComponent]. */
public open class RatioType<C : RatioComponent>(id: String, description: String, quantity: Quantity, factory: ComponentFactory<C>) :
    ComponentType<C>(id, description, quantity, factory) {
    final override fun isAdditive(element: Int): Boolean = false

    final override fun plusAny(a: Any, b: Any): Any = (a as Ratio) + (b as Ratio)

    final override fun minusAny(a: Any, b: Any): Any = (a as Ratio) - (b as Ratio)

    final override fun numbersAny(value: Any): DoubleArray = doubleArrayOf((value as Ratio).value)

    final override fun displayAny(value: Any): String? = null
}
