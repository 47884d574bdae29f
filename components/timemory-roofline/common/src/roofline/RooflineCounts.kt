package timemory.roofline

import timemory.Binding
import timemory.Category
import timemory.ComponentFactory
import timemory.ComponentType
import timemory.ExperimentalTimemoryApi
import timemory.Quantity

/**
 * Operations, instructions, traffic and elapsed time of one or more laps.
 *
 * ### Thread-safety
 * Immutable.
 */
@ExperimentalTimemoryApi
public class RooflineCounts internal constructor(internal val numbers: DoubleArray) {
    /** Floating-point operations; a fused multiply-add counts as two. */
    public val flops: Double get() = numbers[RooflineElements.FLOPS]

    /** Instructions. */
    public val instructions: Double get() = numbers[RooflineElements.INSTRUCTIONS]

    /** Returns the bytes read from and written to [level]. */
    public fun bytes(level: MemoryLevel): Double = numbers[RooflineElements.of(level)]

    /** Elapsed time, in nanoseconds. */
    public val runtime: Double get() = numbers[RooflineElements.RUNTIME]

    internal operator fun plus(other: RooflineCounts) =
        RooflineCounts(DoubleArray(RooflineElements.SIZE) { numbers[it] + other.numbers[it] })

    internal operator fun minus(other: RooflineCounts) =
        RooflineCounts(DoubleArray(RooflineElements.SIZE) { numbers[it] - other.numbers[it] })

    override fun toString(): String = RooflineElements.NAMES.indices.joinToString { "${RooflineElements.NAMES[it]} ${numbers[it]}" }
}

/** The indexes of the numbers in [RooflineCounts]. */
internal object RooflineElements {
    /** The names in files and tables. */
    val NAMES: List<String> = listOf("flops", "instructions", "l1_bytes", "l2_bytes", "l3_bytes", "dram_bytes", "runtime")
    val SIZE = NAMES.size
    const val FLOPS = 0
    const val INSTRUCTIONS = 1
    const val RUNTIME = 6
    private const val FIRST_LEVEL = 2

    fun of(level: MemoryLevel): Int = FIRST_LEVEL + level.ordinal
}

/** The [ComponentType] of a [CpuRoofline]. */
@ExperimentalTimemoryApi
public open class CpuRooflineType<C : CpuRoofline> internal constructor(
    id: String,
    description: String,
    private val precisions: Set<Precision>,
    private val names: List<String>,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, Quantity.COUNT, factory) {
    final override val aliases: List<String> get() = names

    /**
     * Includes the mode, because timemory's own plotter looks for it: `cpu_roofline_dp_op`; with the types if `ROOFLINE_TYPE_LABELS` is on.
     */
    final override val label: String get() = RooflineEvents.labelOf(names[0], precisions)

    final override val category: String get() = Category.COUNTERS

    final override val source: String get() = "processor events, or countFlops() and countBytes(); clock_gettime(CLOCK_MONOTONIC)"

    final override val elements: List<String> get() = RooflineElements.NAMES

    /** Bound to the thread if events are counted. */
    final override val binding: Binding get() = if (RooflineEvents.choice(precisions).source == null) Binding.WALL else Binding.THREAD

    /**
     * Why hardware events for the mode are not counted here, as a sentence; `null` if they are. The program can still report the numbers
     * itself.
     */
    public val eventsUnavailableReason: String? get() = RooflineEvents.choice(precisions).reason

    final override val title: String get() = titleOf(elements.indices.toList())

    final override fun titleOf(numbers: List<Int>): String = description.uppercase() + ": " + numbers.joinToString("; ") { elements[it] }

    /** Most runs know only one or two levels. */
    final override val hidesZeros: Boolean get() = true

    final override val elementCount: Int get() = RooflineElements.SIZE

    final override fun quantityOf(element: Int): Quantity = when (element) {
        RooflineElements.FLOPS, RooflineElements.INSTRUCTIONS -> Quantity.COUNT
        RooflineElements.RUNTIME -> Quantity.TIME
        else -> Quantity.MEMORY
    }

    final override fun plusAny(a: Any, b: Any): Any = (a as RooflineCounts) + (b as RooflineCounts)

    final override fun minusAny(a: Any, b: Any): Any = (a as RooflineCounts) - (b as RooflineCounts)

    final override fun numbersAny(value: Any): DoubleArray = (value as RooflineCounts).numbers

    final override fun displayAny(value: Any): String? = null
}
