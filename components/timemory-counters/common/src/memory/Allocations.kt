package timemory.memory

/**
 * What was allocated and freed: bytes, and how often.
 *
 * Bytes of blocks are those that `malloc_usable_size` has for them: a little more than what was asked for, and the same when a block comes
 * and when it goes.
 */
public class Allocations internal constructor(private val numbers: LongArray) {
    /** Bytes of the blocks that were allocated. */
    public val allocated: Long get() = numbers[ALLOCATED]

    /** Bytes of the blocks that were freed, whoever allocated them. */
    public val freed: Long get() = numbers[FREED]

    /** Bytes that were allocated and not freed; below 0 where more was freed. */
    public val net: Long get() = numbers[NET]

    /** How far above its value at the beginning [net] rose; of several laps, threads or processes the highest. */
    public val peak: Long get() = numbers[PEAK]

    /** Bytes that were asked for. */
    public val requested: Long get() = numbers[REQUESTED]

    /** How many calls allocated something. */
    public val allocations: Long get() = numbers[ALLOCATIONS]

    /** How many calls freed something, without `realloc`. */
    public val deallocations: Long get() = numbers[DEALLOCATIONS]

    internal fun copyOfNumbers(): LongArray = numbers.copyOf()

    internal fun numbers() = DoubleArray(COUNT) { numbers[it].toDouble() }

    internal operator fun plus(other: Allocations) = Allocations(
        LongArray(COUNT) { if (it == PEAK) maxOf(peak, other.peak) else numbers[it] + other.numbers[it] },
    )

    /** Without the part [other]; the peak is that of both. */
    internal operator fun minus(other: Allocations) =
        Allocations(LongArray(COUNT) { if (it == PEAK) peak else numbers[it] - other.numbers[it] })

    override fun toString(): String =
        "allocated $allocated B in $allocations calls, freed $freed B in $deallocations, net $net B, peak $peak B"

    internal companion object {
        const val ALLOCATED = 0
        const val FREED = 1
        const val NET = 2
        const val PEAK = 3
        const val REQUESTED = 4
        const val ALLOCATIONS = 5
        const val DEALLOCATIONS = 6
        const val COUNT = 7

        val NAMES = listOf("allocated", "freed", "net", "peak", "requested", "allocations", "deallocations")
    }
}
