package timemory.memory

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSession
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.extensionsOf
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.memory.Allocations.Companion.NET
import timemory.memory.Allocations.Companion.PEAK

/** Provides the C functions that count allocations (timemory-native/interposition/memory); the one module that has them registers this. */
internal interface AllocationFunctions {
    /** Why they are unavailable; `null` if they are available. */
    val unavailable: String?

    /** The address of a table of alternating name and function pointers, terminated by 0. */
    val table: Long
}

/** Returns the functions in such a table. */
internal fun Ffi.functionsByName(table: Long): Map<String, ForeignFunction> {
    val found = HashMap<String, ForeignFunction>()
    var entry = table
    while (longAt(entry) != 0L) {
        found[textAt(longAt(entry))] = find(null, "0x${longAt(entry + 8L).toString(16)}")!!
        entry += 16L
    }
    return found
}

/** Counts allocations for the components. */
internal object CountedAllocations {
    private class Functions(byName: Map<String, ForeignFunction>) {
        val count = byName.getValue("timemory_memory_count")
        val endCounting = byName.getValue("timemory_memory_end_counting")
        val begin = byName.getValue("timemory_memory_begin")
        val end = byName.getValue("timemory_memory_end")
        val owner = byName.getValue("timemory_memory_owner")
        val enter = byName.getValue("timemory_memory_enter")
        val leave = byName.getValue("timemory_memory_leave")
        val left = byName.getValue("timemory_memory_left_bytes")
        val function = byName.getValue("timemory_memory_function")
        val functions = byName.getValue("timemory_memory_functions")
    }

    @Volatile
    private var functions: Functions? = null

    @Volatile
    private var isCounting = false
    private var isEndWatched = false

    /** Uses the functions in this table, which belong to the library that contains this code. */
    fun use(table: Long) {
        functions = Functions(Ffi.functionsByName(table))
    }

    val unavailable: String?
        get() = if (functions != null) null else Ffi.unavailable ?: registered().let { if (it == null) NOT_THERE else it.unavailable }

    private const val NOT_THERE = "counting allocations needs the module timemory-gotcha-native, which is missing: add it to the program"

    private fun registered(): AllocationFunctions? = extensionsOf<AllocationFunctions>().firstOrNull()

    private fun known(): Functions {
        functions?.let { return it }
        val why = unavailable
        if (why != null) throw UnsupportedOperationException(why)
        use(registered()!!.table)
        return functions!!
    }

    /** Stores the numbers at the start of a lap in [into], for [end]. */
    fun begin(scope: AllocationScope, into: LongArray) {
        val functions = known()
        var numbers = functions.begin.call(scope.isOfAll)
        if (numbers == 0L) {
            beginCounting(functions)
            numbers = functions.begin.call(scope.isOfAll)
            if (numbers == 0L) throw UnsupportedOperationException("allocations are not counted: out of memory")
        }
        copy(numbers, into)
    }

    /** Starts counting until the end of the session if needed; throws an exception with the reason if that is impossible. */
    fun ensureCounting() {
        if (!isCounting) beginCounting(known())
    }

    private fun beginCounting(functions: Functions) {
        val why = functions.count.call()
        if (why != 0L) throw UnsupportedOperationException(Ffi.textAt(why))
        isCounting = true
        if (isEndWatched) return
        isEndWatched = true
        SessionHooks.onEnd { if (activeSession() == null) endCounting(functions) }
    }

    private fun endCounting(functions: Functions) {
        isCounting = false
        functions.endCounting.call()
        // A session may have started meanwhile that found counting enabled.
        if (activeSession() != null) beginCounting(functions)
    }

    /** Creates an owner nested in the calling thread's current one. */
    fun newOwner(): Long {
        val owner = known().owner.call()
        if (owner == 0L) throw UnsupportedOperationException("blocks are not tracked: out of memory")
        return owner
    }

    /** Attributes the calling thread's allocations to [owner] until [leave] is called or another owner is entered. */
    fun enter(owner: Long) {
        known().enter.call(owner)
    }

    /** Owners may be left in any order. */
    fun leave(owner: Long) {
        known().leave.call(owner)
    }

    /** Returns the bytes allocated in the region that have not been freed. */
    fun left(owner: Long): Long = known().left.call(owner)

    /** Stores the difference since [begin] in [lap]. */
    fun end(scope: AllocationScope, begin: LongArray, lap: LongArray) {
        val numbers = known().end.call(scope.isOfAll, begin[NET], begin[PEAK])
        if (numbers == 0L) throw UnsupportedOperationException("allocations are not counted: out of memory")
        copy(numbers, lap)
        for (i in lap.indices) if (i != PEAK) lap[i] -= begin[i]
    }

    /** The names of the counted functions. */
    val functionNames: List<String> by lazy {
        val functions = known()
        List(functions.functions.call().toInt()) { Ffi.textAt(functions.function.call(it.toLong())) }
    }

    /** How many numbers [readFunctions] reads. */
    val functionNumbers: Int get() = 4 * functionNames.size

    /** Stores calls and bytes requested, allocated and freed of each function in [into]. */
    fun readFunctions(scope: AllocationScope, into: LongArray): Unit = Ffi.withMemory(8L * into.size) { memory ->
        known().functions.call(scope.isOfAll, memory)
        copy(memory, into)
    }

    private fun copy(numbers: Long, into: LongArray) {
        for (i in into.indices) into[i] = Ffi.longAt(numbers + 8L * i)
    }
}
