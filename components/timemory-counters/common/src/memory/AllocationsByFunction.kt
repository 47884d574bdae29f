package timemory.memory

import timemory.Component
import timemory.Secondaries

/** The allocations of each C function, as regions inside the measured one. Their net sums up to the region's; they have no peak. */
internal class AllocationsByFunction(private val scope: AllocationScope, type: AllocationsType<*>) {
    private val parts = Secondaries<Allocations>(type::create)
    private val begin = LongArray(CountedAllocations.functionNumbers)
    private val end = LongArray(begin.size)

    val components: Map<String, Component> get() = parts.components

    fun begin(): Unit = CountedAllocations.readFunctions(scope, begin)

    fun end() {
        CountedAllocations.readFunctions(scope, end)
        parts.begin()
        for (function in CountedAllocations.functionNames.indices) {
            val calls = number(function, CALLS)
            if (calls == 0L) continue
            val name = CountedAllocations.functionNames[function]
            val frees = name == "free" || name == "operator delete" || name.startsWith("cudaFree")
            val numbers = LongArray(Allocations.COUNT)
            numbers[Allocations.ALLOCATED] = number(function, ALLOCATED)
            numbers[Allocations.FREED] = number(function, FREED)
            numbers[Allocations.NET] = numbers[Allocations.ALLOCATED] - numbers[Allocations.FREED]
            numbers[Allocations.REQUESTED] = number(function, REQUESTED)
            numbers[if (frees) Allocations.DEALLOCATIONS else Allocations.ALLOCATIONS] = calls
            parts.add(name, Allocations(numbers)) { a, b -> a + b }
        }
        parts.end { to, numbers -> (to as AllocationsComponent).add(numbers) }
    }

    private fun number(function: Int, which: Int): Long {
        val i = EACH * function + which
        return end[i] - begin[i]
    }

    fun addAll(others: Map<String, Component>): Unit = parts.addAll(others)

    fun reset(): Unit = parts.reset()

    private companion object {
        const val CALLS = 0
        const val REQUESTED = 1
        const val ALLOCATED = 2
        const val FREED = 3
        const val EACH = 4
    }
}
