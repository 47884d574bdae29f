package timemory.counters

import timemory.Binding
import timemory.Category
import timemory.Component
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.Quantity
import timemory.Totals
import timemory.memory.combine
import timemory.memory.exchange
import timemory.memory.scale
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component that counts events on the calling thread: several counts per lap, each with its own statistics. It follows a coroutine from
 * thread to thread.
 *
 * Components of one bundle that count the same events share the reading. A lap allocates nothing; a thread's first one opens its counters.
 *
 * @throws IllegalArgumentException if an event is named twice
 */
public abstract class CountersComponent internal constructor(
    private val source: CounterSource?,
    private val reason: String?,
) : Component() {
    internal constructor(source: CounterSource) : this(source, null)

    internal constructor(choice: SelectedEvents.Choice) : this(choice.source, choice.reason)

    /** The counted events, in the order of the counts. */
    public val events: List<String> get() = source?.events.orEmpty()

    private val count = events.size
    private val nameOf: (Int) -> String = { events[it] }
    private var begin = NONE
    private var end = NONE
    private var lap = LongArray(count)
    private var lastLap = LongArray(count)
    private var sums = LongArray(count)
    private var statistics = emptyStatistics()

    init {
        require(events.toSet().size == count) { "an event is counted twice: ${events.joinToString()}" }
    }

    final override var leader: CountersComponent? = null
        private set

    final override fun start() {
        if (leader != null) return
        val source = source ?: throw UnsupportedOperationException(reason)
        if (begin === NONE) {
            begin = LongArray(source.size)
            end = LongArray(source.size)
        }
        source.read(begin)
    }

    final override fun stop() {
        val reader = leader ?: this
        if (reader === this) source?.read(end)
        for (i in lap.indices) lap[i] = happened(reader.begin, reader.end, i, count, nameOf)
        record(lap)
    }

    private fun record(counts: LongArray) {
        for (i in counts.indices) {
            lastLap[i] = counts[i]
            sums[i] += counts[i]
            statistics[i].add(counts[i].toDouble())
        }
        laps++
    }

    final override fun follow(other: Component): Boolean {
        val follows = other is CountersComponent && source != null && other.source === source
        if (follows) leader = other
        return follows
    }

    /** Returns the count of event [index] over all laps, or its nanoseconds if it is a clock. */
    public fun sum(index: Int): Long = sums[index]

    /** Returns the count of [event] over all laps; throws an [IllegalArgumentException] if it is not in [events]. */
    public fun sum(event: String): Long = sums[indexOf(event)]

    /** Returns the count of event [index] in the last lap; 0 before the first. */
    public fun last(index: Int): Long = lastLap[index]

    /** Returns the count of [event] in the last lap; throws an [IllegalArgumentException] if it is not in [events]. */
    public fun last(event: String): Long = lastLap[indexOf(event)]

    private fun indexOf(event: String): Int {
        val index = events.indexOf(event)
        require(index >= 0) { "'$event' is not counted here; counted: ${events.joinToString().ifEmpty { "nothing" }}" }
        return index
    }

    override fun reset() {
        super.reset()
        lastLap.fill(0L)
        sums.fill(0L)
        statistics = emptyStatistics()
    }

    private fun emptyStatistics() = Array(count) { Statistics() }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addValues(laps, EventCounts(sums.copyOf()), EventCounts(lastLap.copyOf()), statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        if (others.none { it.laps > 0L }) return
        record(LongArray(count) { i -> others.sumOf { (it as CountersComponent).sums[i] } })
    }

    final override fun combine(other: Component, sign: Int) {
        other as CountersComponent
        sums.combine(other.sums, sign)
        if (sign > 0 && other.laps > 0L) other.lastLap.copyInto(lastLap)
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
        sums.exchange("sum", fields)
        lastLap.exchange("last", fields)
        statistics.exchange(fields)
    }

    final override fun recordLastLapOf(other: Component): Unit = record((other as CountersComponent).lastLap)

    override fun toString(): String =
        "${this::class.simpleName}(laps $laps, ${events.indices.joinToString { "${events[it]} ${sums[it]}" }})"

    private companion object {
        val NONE = LongArray(0)
    }
}

/** Event counts, in the order of [ComponentType.elements]. */
public class EventCounts internal constructor(private val counts: LongArray) {
    /** The number of events. */
    public val size: Int get() = counts.size

    /** Returns the count of event [index], or its nanoseconds if it is a clock. */
    public operator fun get(index: Int): Long = counts[index]

    internal fun numbers() = DoubleArray(counts.size) { counts[it].toDouble() }

    internal operator fun plus(other: EventCounts) = EventCounts(LongArray(counts.size) { counts[it] + other.counts[it] })

    internal operator fun minus(other: EventCounts) = EventCounts(LongArray(counts.size) { counts[it] - other.counts[it] })

    override fun toString(): String = counts.joinToString(";")
}

/** The [ComponentType] of a [CountersComponent]: its [elements] are the events. */
public abstract class CountersType<C : CountersComponent> internal constructor(
    id: String,
    description: String,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, Quantity.COUNT, factory) {
    override val category: String get() = Category.COUNTERS

    final override val binding: Binding get() = Binding.THREAD

    override val mayBeCalibrated: Boolean get() = true

    /** Includes the events, because a cell shows all their counts. */
    final override val title: String get() = description.uppercase() + if (elements.isEmpty()) "" else ": ${elements.joinToString("; ")}"

    final override val elementCount: Int get() = elements.size

    /** Returns the quantity of the event; that of the component if nothing can count events here. */
    override fun quantityOf(element: Int): Quantity = elements.getOrNull(element)?.let(::quantityOfEvent) ?: quantity

    final override fun plusAny(a: Any, b: Any): Any = (a as EventCounts) + (b as EventCounts)

    final override fun minusAny(a: Any, b: Any): Any = (a as EventCounts) - (b as EventCounts)

    final override fun numbersAny(value: Any): DoubleArray = (value as EventCounts).numbers()

    final override fun displayAny(value: Any): String? = null
}
