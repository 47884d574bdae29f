package timemory.nativecalls

import timemory.memory.AllocationFunctions

/** What counts allocations for `malloc_gotcha` and others, in the library that this JAR has. It is loaded when they are first asked for. */
internal class UnpackedAllocationFunctions : AllocationFunctions {
    override val unavailable: String? get() = Rewriter.unavailable()

    override val table: Long get() = Rewriter.allocationFunctions()
}
