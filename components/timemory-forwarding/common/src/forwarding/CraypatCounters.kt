package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.InternalTimemoryApi
import timemory.Quantity
import timemory.ValueComponent
import timemory.ValueComponentType

/**
 * The increase of CrayPAT's counters in a region, for the counters that `PAT_RT_PERFCTR` selects, in their own units. Unavailable on
 * virtual threads, which change their carrier thread.
 *
 * Source: `PAT_counters` of CrayPAT, for all categories, read at the start and at the end of a lap. That it fills arrays of the caller's is
 * taken from its documentation; it was not run with the real library.
 */
@DescribedBy(CraypatCounters.TYPE::class)
@ExperimentalTimemoryApi
public class CraypatCounters : ValueComponent<CraypatCounts>(CraypatCounters) {
    private var before: LongArray? = null

    override fun start() {
        before = CrayPatLibrary.values()
    }

    override fun stop() {
        val begin = before ?: return
        before = null
        val end = CrayPatLibrary.values()
        record(CraypatCounts(LongArray(begin.size) { end[it] - begin[it] }))
    }

    /** The type of [CraypatCounters]. */
    public companion object TYPE : ValueComponentType<CraypatCounters, CraypatCounts>(
        "craypat_counters", "CrayPAT counters", Quantity.COUNT, ::CraypatCounters,
    ) {
        override val category: String get() = OTHER_TOOLS

        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "PAT_counters"

        override val elements: List<String> get() = CrayPatLibrary.counters()

        override fun unavailableReason(): String? = CrayPatLibrary.unavailable() ?: if (elements.isEmpty()) NO_COUNTERS else null

        override fun plus(a: CraypatCounts, b: CraypatCounts): CraypatCounts = CraypatCounts(LongArray(a.size) { a[it] + b[it] })

        @InternalTimemoryApi
        override fun minusAny(a: Any, b: Any): Any {
            val (whole, part) = listOf(a as CraypatCounts, b as CraypatCounts)
            return CraypatCounts(LongArray(whole.size) { whole[it] - part[it] })
        }

        override fun numbers(value: CraypatCounts): DoubleArray = DoubleArray(value.size) { value[it].toDouble() }

        private const val NO_COUNTERS = "CrayPAT counts nothing in this process: set counters in PAT_RT_PERFCTR"
    }
}

/** The increase of each CrayPAT counter, in the order of the type's elements. */
@ExperimentalTimemoryApi
public class CraypatCounts internal constructor(private val counts: LongArray) {
    /** The number of counters. */
    public val size: Int get() = counts.size

    /** Returns the increase of counter [index]. */
    public operator fun get(index: Int): Long = counts[index]

    override fun toString(): String = counts.joinToString(";")
}
