package timemory.memory

import timemory.Category
import timemory.Component
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.InternalTimemoryApi
import timemory.Quantity
import timemory.Timemory
import timemory.Totals
import timemory.memory.Allocations.Companion.COUNT
import timemory.memory.Allocations.Companion.PEAK
import timemory.statistics.ComponentFields
import timemory.statistics.Statistics

/**
 * A component that counts memory allocated and freed in native code: [Allocations], each number with its own statistics. A lap allocates
 * nothing.
 *
 * From the first lap of any of these components to the end of the session, the calls of all threads to `malloc`, `calloc`, `realloc`,
 * `free` and the functions for aligned memory are counted, including C++'s `new` and the C library's own allocations (`strdup`, `fopen`).
 * Memory that does not come from these functions is not seen: the heaps of the JVM and of Kotlin/Native, Python's small objects, mapped
 * memory.
 */
public abstract class AllocationsComponent internal constructor(
    private val scope: AllocationScope,
    type: AllocationsType<*>,
) : Component() {
    private val functions = if (Timemory.settings.allocationsByFunction) AllocationsByFunction(scope, type) else null
    private val begin = LongArray(COUNT)
    private val lap = LongArray(COUNT)
    private val lastLap = LongArray(COUNT)
    private val sums = LongArray(COUNT)
    private var statistics = emptyStatistics()

    final override fun start() {
        CountedAllocations.begin(scope, begin)
        functions?.begin()
    }

    final override fun stop() {
        functions?.end()
        CountedAllocations.end(scope, begin, lap)
        record(lap)
    }

    private fun record(numbers: LongArray) {
        for (i in numbers.indices) {
            lastLap[i] = numbers[i]
            sums[i] = if (i == PEAK) maxOf(sums[i], numbers[i]) else sums[i] + numbers[i]
            statistics[i].add(numbers[i].toDouble())
        }
        laps++
    }

    /** The sum over all laps; the peak is their highest. */
    public val sum: Allocations get() = Allocations(sums.copyOf())

    /** The last lap; zeros before the first. */
    public val last: Allocations get() = Allocations(lastLap.copyOf())

    @InternalTimemoryApi
    final override val secondary: Map<String, Component> get() = functions?.components.orEmpty()

    @InternalTimemoryApi
    final override fun addSecondaryOf(other: Component) {
        functions?.addAll(other.secondary)
    }

    /** Records a lap of [numbers] that were counted elsewhere. */
    internal fun add(numbers: Allocations) = record(numbers.copyOfNumbers())

    override fun reset() {
        super.reset()
        functions?.reset()
        lastLap.fill(0L)
        sums.fill(0L)
        statistics = emptyStatistics()
    }

    private fun emptyStatistics() = Array(COUNT) { Statistics() }

    final override fun addTo(totals: Totals) {
        if (laps > 0L) totals.addValues(laps, sum, last, statistics)
    }

    final override fun recordSumOf(others: List<Component>) {
        val sums = others.filter { it.laps > 0L }.map { (it as AllocationsComponent).sum }
        if (sums.isEmpty()) return
        add(sums.reduce { a, b -> a + b })
    }

    final override fun combine(other: Component, sign: Int) {
        other as AllocationsComponent
        val peak = sums[PEAK]
        sums.combine(other.sums, sign)
        // A maximum is not a sum: the remaining laps keep the same one.
        sums[PEAK] = if (sign > 0) maxOf(peak, other.sums[PEAK]) else peak
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

    final override fun recordLastLapOf(other: Component): Unit = record((other as AllocationsComponent).lastLap)

    override fun toString(): String = "${this::class.simpleName}(laps $laps, $sum)"
}

/** Whose allocations are counted. */
internal enum class AllocationScope(val isOfAll: Long) { THREAD(0L), PROCESS(1L) }

/** The [ComponentType] of an [AllocationsComponent]. */
public abstract class AllocationsType<C : AllocationsComponent> internal constructor(
    id: String,
    description: String,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, Quantity.MEMORY, factory) {
    final override val category: String get() = Category.RESOURCE_USAGE

    final override val source: String get() = "malloc, realloc, free and others, intercepted in the callers' GOT"

    final override val elements: List<String> get() = Allocations.NAMES

    final override val elementCount: Int get() = COUNT

    final override fun quantityOf(element: Int): Quantity = if (element < Allocations.ALLOCATIONS) Quantity.MEMORY else Quantity.COUNT

    final override fun isAdditive(element: Int): Boolean = element != PEAK

    final override fun plusAny(a: Any, b: Any): Any = (a as Allocations) + (b as Allocations)

    final override fun minusAny(a: Any, b: Any): Any = (a as Allocations) - (b as Allocations)

    final override fun numbersAny(value: Any): DoubleArray = (value as Allocations).numbers()

    final override fun displayAny(value: Any): String? = null

    final override fun unavailableReason(): String? = CountedAllocations.unavailable
}
