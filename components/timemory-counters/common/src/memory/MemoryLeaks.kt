package timemory.memory

import timemory.Binding
import timemory.Category
import timemory.Component
import timemory.ComponentType
import timemory.DescribedBy
import timemory.LongComponent
import timemory.Quantity
import timemory.Totals

/**
 * Bytes that were allocated while the region was open on the calling thread, or a region inside it, and are not freed when results are made:
 * whoever frees them, and whenever. What [MallocGotcha] counts as allocations is looked at, with bytes as they are there.
 *
 * A lap has no value of its own: the sum is what is left of all of them. Every block is kept in a table, which makes an allocation several
 * times as expensive; so this is to be asked for by itself, and not left in a program.
 */
@DescribedBy(MemoryLeaks.TYPE::class)
public class MemoryLeaks : LongComponent() {
    private var owner = 0L
    private val adopted = HashSet<Long>()

    override fun start() {
        CountedAllocations.ensureCounting()
        if (owner == 0L) owner = CountedAllocations.newOwner()
        CountedAllocations.enter(owner)
    }

    override fun stop() {
        CountedAllocations.leave(owner)
        record(0L)
    }

    /** Also those of [others], whose laps are parts of this one's: what is left of them is not known yet. */
    override fun recordSumOf(others: List<Component>) {
        if (others.none { it.laps > 0L }) return
        for (other in others) adopted.addAll((other as MemoryLeaks).owners())
        record(0L)
    }

    private fun owners(): Set<Long> = if (owner == 0L) adopted else adopted + owner

    override fun addTo(totals: Totals) {
        val left = owners().sumOf(CountedAllocations::left)
        if (laps > 0L) totals.addLongs(laps, left, left.toDouble(), left, left, left, 0.0)
    }

    /** The type of [MemoryLeaks]. */
    public companion object TYPE : ComponentType<MemoryLeaks>(
        "memory_leaks", "Memory that was allocated in the region and is not freed when results are made", Quantity.MEMORY, ::MemoryLeaks,
    ) {
        override val category: String get() = Category.RESOURCE_USAGE

        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "malloc, realloc, free and others, by their callers' slots"

        override fun unavailableReason(): String? = CountedAllocations.unavailable
    }
}
