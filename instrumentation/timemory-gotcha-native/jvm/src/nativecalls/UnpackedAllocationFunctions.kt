package timemory.nativecalls

import timemory.memory.AllocationFunctions

/**
 * Counts allocations for `malloc_gotcha` and others, using the library in this JAR. The library is loaded when the addresses are first
 * requested.
 */
internal class UnpackedAllocationFunctions : AllocationFunctions {
    override val unavailable: String? get() = Rewriter.unavailable()

    override val table: Long get() = Rewriter.allocationFunctions()
}
