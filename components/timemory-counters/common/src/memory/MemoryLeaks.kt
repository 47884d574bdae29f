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
 * Bytes allocated on the calling thread while the region, or a region inside it, was open, and not freed when results are collected,
 * whichever thread frees them, and whenever. It tracks the same allocations as [MallocGotcha], with block sizes.
 *
 * A lap has no value of its own: the sum is what remains of all laps. Every block is kept in a table, which makes an allocation several
 * times as expensive. Use this component on its own, and do not leave it enabled.
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

    /** Also tracks [others], whose laps are parts of this one's: their remainders are not known yet. */
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
        "memory_leaks", "Memory allocated in the region and not freed when results are made", Quantity.MEMORY, ::MemoryLeaks,
    ) {
        override val category: String get() = Category.RESOURCE_USAGE

        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "malloc, realloc, free and others, intercepted in the callers' GOT"

        override fun unavailableReason(): String? = CountedAllocations.unavailable
    }
}
