package timemory.counters

import timemory.Binding
import timemory.Category
import timemory.Component
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.LongComponent
import timemory.Quantity
import timemory.Rate
import timemory.Totals
import timemory.memory.combine
import timemory.memory.exchange
import timemory.memory.scale
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component that counts events with PAPI and reports their rates per second of any clock:
 * ```
 * class BranchRates : PapiRateTuple(ThreadCpuClock(), "PAPI_BR_INS", "PAPI_BR_MSP") {
 *     companion object TYPE : PapiRateTupleType<BranchRates>("branch_rates", "Branches per second of CPU time", ::BranchRates)
 * }
 * ```
 * The rate of several laps is the rate of their sums. Counters and clock share the readings of their bundle.
 *
 * @param clock measures time, in nanoseconds
 * @param events at least one
 * @throws IllegalArgumentException if there is none, or one is named twice
 */
public abstract class PapiRateTuple(private val clock: LongComponent, vararg events: String) : Component() {
    private val counters = Counters(papiSource(events))
    private var sums = LongArray(events.size)
    private var nanoseconds = 0L
    private var lastLap = LongArray(events.size)
    private var lastNanoseconds = 0L
    private var statistics = emptyStatistics()

    /** The counted events, in the order of the rates. */
    public val events: List<String> get() = counters.events

    internal val unavailable: String? get() = counters.unavailable

    /** Returns the rate of event [index] per second, over all laps; 0 before the first. */
    public fun perSecond(index: Int): Double = Rate.perSecond(sums[index], nanoseconds)

    /** Returns the count of event [index] over all laps. */
    public fun sum(index: Int): Long = sums[index]

    final override val isComposite: Boolean get() = true

    final override val leaves: List<Component> get() = counters.leaves + clock.leaves

    final override fun start() {
        counters.start()
        clock.start()
    }

    final override fun stop() {
        clock.stop()
        counters.stop()
        for (i in lastLap.indices) lastLap[i] = counters.last(i)
        record(lastLap, clock.last)
    }

    private fun record(counts: LongArray, nanoseconds: Long) {
        lastNanoseconds = nanoseconds
        this.nanoseconds += nanoseconds
        for (i in counts.indices) {
            lastLap[i] = counts[i]
            sums[i] += counts[i]
            statistics[i].add(Rate.perSecond(counts[i], nanoseconds))
        }
        laps++
    }

    override fun reset() {
        super.reset()
        sums.fill(0L)
        lastLap.fill(0L)
        nanoseconds = 0L
        lastNanoseconds = 0L
        statistics = emptyStatistics()
    }

    private fun emptyStatistics() = Array(lastLap.size) { Statistics() }

    final override fun addTo(totals: Totals) {
        if (laps == 0L) return
        totals.addValues(laps, EventRates(sums.copyOf(), nanoseconds), EventRates(lastLap.copyOf(), lastNanoseconds), statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.none { it.laps > 0L }) return
        record(
            LongArray(sums.size) { i -> others.sumOf { (it as PapiRateTuple).sums[i] } },
            others.sumOf { (it as PapiRateTuple).nanoseconds },
        )
    }

    final override fun combine(other: Component, sign: Int) {
        other as PapiRateTuple
        sums.combine(other.sums, sign)
        nanoseconds += sign * other.nanoseconds
        if (sign > 0 && other.laps > 0L) {
            other.lastLap.copyInto(lastLap)
            lastNanoseconds = other.lastNanoseconds
        }
        statistics.combine(other.statistics, sign)
        laps = maxOf(0L, laps + sign * other.laps)
    }

    final override fun scale(factor: Double) {
        sums.scale(factor)
        lastLap.scale(factor)
        statistics.scale(factor)
    }

    final override fun exchange(fields: ComponentFields) {
        laps = fields.integer("laps", laps)
        nanoseconds = fields.integer("nanoseconds", nanoseconds)
        lastNanoseconds = fields.integer("lastNanoseconds", lastNanoseconds)
        sums.exchange("sum", fields)
        lastLap.exchange("last", fields)
        statistics.exchange(fields)
    }

    final override fun recordLastLapOf(other: Component) {
        other as PapiRateTuple
        record(other.lastLap, other.lastNanoseconds)
    }

    override fun toString(): String =
        "${this::class.simpleName}(laps $laps, ${events.indices.joinToString { "${events[it]} ${perSecond(it)}/s" }})"

    private class Counters(private val counted: CounterSource) : CountersComponent(counted) {
        val unavailable: String? get() = counted.unavailable
    }
}

/** Event rates per second, in the order of [ComponentType.elements]. */
public class EventRates internal constructor(private val counts: LongArray, private val nanoseconds: Long) {
    /** The number of events. */
    public val size: Int get() = counts.size

    /** Returns the rate of event [index] per second; 0 if no time passed. */
    public operator fun get(index: Int): Double = Rate.perSecond(counts[index], nanoseconds)

    internal operator fun plus(other: EventRates) =
        EventRates(LongArray(counts.size) { counts[it] + other.counts[it] }, nanoseconds + other.nanoseconds)

    internal operator fun minus(other: EventRates) =
        EventRates(LongArray(counts.size) { counts[it] - other.counts[it] }, nanoseconds - other.nanoseconds)

    override fun toString(): String = counts.indices.joinToString(";") { "${this[it]}/s" }
}

/** The [ComponentType] of a [PapiRateTuple]. */
public open class PapiRateTupleType<C : PapiRateTuple>(id: String, description: String, factory: ComponentFactory<C>) :
    ComponentType<C>(id, description, Quantity.COUNT, factory) {
    private val events by lazy { create().events }

    final override val elements: List<String> get() = events

    override val category: String get() = Category.COUNTERS

    override val source: String get() = "PAPI_read"

    final override val binding: Binding get() = Binding.THREAD

    override val mayBeCalibrated: Boolean get() = true

    final override fun unavailableReason(): String? = create().unavailable

    final override fun isAdditive(element: Int): Boolean = false

    final override val title: String get() = description.uppercase() + ": ${elements.joinToString("; ")}"

    final override val elementCount: Int get() = elements.size

    final override fun quantityOf(element: Int): Quantity = quantityOfEvent(elements[element])

    final override fun unitSuffix(element: Int): String = "/sec"

    final override fun plusAny(a: Any, b: Any): Any = (a as EventRates) + (b as EventRates)

    final override fun minusAny(a: Any, b: Any): Any = (a as EventRates) - (b as EventRates)

    final override fun numbersAny(value: Any): DoubleArray = (value as EventRates).let { rates -> DoubleArray(rates.size) { rates[it] } }

    final override fun displayAny(value: Any): String? = null
}
