package timemory.memory

/**
 * Allocated and freed bytes, and the number of calls.
 *
 * Block sizes are those of `malloc_usable_size`: slightly more than requested, and the same when a block is allocated and freed.
 */
public class Allocations internal constructor(private val numbers: LongArray) {
    /** Bytes of allocated blocks. */
    public val allocated: Long get() = numbers[ALLOCATED]

    /** Bytes of the blocks that were freed, no matter who allocated them. */
    public val freed: Long get() = numbers[FREED]

    /** Bytes allocated minus bytes freed; negative if more was freed. */
    public val net: Long get() = numbers[NET]

    /** The maximum rise of [net] above its initial value; over several laps, threads or processes, the highest. */
    public val peak: Long get() = numbers[PEAK]

    /** Bytes requested. */
    public val requested: Long get() = numbers[REQUESTED]

    /** The number of calls that allocated memory. */
    public val allocations: Long get() = numbers[ALLOCATIONS]

    /** The number of calls that freed memory, without `realloc`. */
    public val deallocations: Long get() = numbers[DEALLOCATIONS]

    internal fun copyOfNumbers(): LongArray = numbers.copyOf()

    internal fun numbers() = DoubleArray(COUNT) { numbers[it].toDouble() }

    internal operator fun plus(other: Allocations) = Allocations(
        LongArray(COUNT) { if (it == PEAK) maxOf(peak, other.peak) else numbers[it] + other.numbers[it] },
    )

    /** Subtracts the part [other], except for the peak, which is not changed. */
    internal operator fun minus(other: Allocations) =
        Allocations(LongArray(COUNT) { if (it == PEAK) peak else numbers[it] - other.numbers[it] })

    override fun toString(): String =
        "allocated $allocated B in $allocations ${if (allocations == 1L) "call" else "calls"}, freed $freed B in $deallocations, " +
            "net $net B, peak $peak B"

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
