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

/** Where the C functions are that count (timemory-native/interposition/memory): of the one module that has them and registers this. */
internal interface AllocationFunctions {
    /** Why they are not there after all; `null` where they are. */
    val unavailable: String?

    /** The address of their addresses, each behind that of its name, ended by 0. */
    val table: Long
}

/** The functions of such a table. */
internal fun Ffi.functionsByName(table: Long): Map<String, ForeignFunction> {
    val found = HashMap<String, ForeignFunction>()
    var entry = table
    while (longAt(entry) != 0L) {
        found[textAt(longAt(entry))] = find(null, "0x${longAt(entry + 8L).toString(16)}")!!
        entry += 16L
    }
    return found
}

/** What counts allocations, as the components ask it. */
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

    /** Has the functions of this table called: those of the library that this code is part of. */
    fun use(table: Long) {
        functions = Functions(Ffi.functionsByName(table))
    }

    val unavailable: String?
        get() = if (functions != null) null else Ffi.unavailable ?: registered().let { if (it == null) NOT_THERE else it.unavailable }

    private const val NOT_THERE = "allocations are counted by the module timemory-gotcha-native, which this program is without: add it"

    private fun registered(): AllocationFunctions? = extensionsOf<AllocationFunctions>().firstOrNull()

    private fun known(): Functions {
        functions?.let { return it }
        val why = unavailable
        if (why != null) throw UnsupportedOperationException(why)
        use(registered()!!.table)
        return functions!!
    }

    /** Fills [into] with the numbers at the beginning of a lap, for [end]. */
    fun begin(scope: AllocationScope, into: LongArray) {
        val functions = known()
        var numbers = functions.begin.call(scope.isOfAll)
        if (numbers == 0L) {
            beginCounting(functions)
            numbers = functions.begin.call(scope.isOfAll)
            if (numbers == 0L) throw UnsupportedOperationException("allocations are not counted: there is no memory")
        }
        copy(numbers, into)
    }

    /** From now on allocations are counted, to the end of the session; throws an exception with the reason where they are not. */
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
        // A session may have begun that found them being counted.
        if (activeSession() != null) beginCounting(functions)
    }

    /** A region inside that of which the calling thread's allocations are. */
    fun newOwner(): Long {
        val owner = known().owner.call()
        if (owner == 0L) throw UnsupportedOperationException("blocks are not kept: there is no memory")
        return owner
    }

    /** What the calling thread allocates is [owner]'s from now on, until it is [left][leave] or another is entered. */
    fun enter(owner: Long) {
        known().enter.call(owner)
    }

    /** In whatever order they were entered. */
    fun leave(owner: Long) {
        known().leave.call(owner)
    }

    /** Bytes that are not freed of what was allocated in the region. */
    fun left(owner: Long): Long = known().left.call(owner)

    /** Fills [lap] with what came since [begin]. */
    fun end(scope: AllocationScope, begin: LongArray, lap: LongArray) {
        val numbers = known().end.call(scope.isOfAll, begin[NET], begin[PEAK])
        if (numbers == 0L) throw UnsupportedOperationException("allocations are not counted: there is no memory")
        copy(numbers, lap)
        for (i in lap.indices) if (i != PEAK) lap[i] -= begin[i]
    }

    /** The functions that are counted. */
    val functionNames: List<String> by lazy {
        val functions = known()
        List(functions.functions.call().toInt()) { Ffi.textAt(functions.function.call(it.toLong())) }
    }

    /** How many numbers [readFunctions] reads. */
    val functionNumbers: Int get() = 4 * functionNames.size

    /** Fills [into] with calls and with bytes requested, allocated and freed of each function. */
    fun readFunctions(scope: AllocationScope, into: LongArray): Unit = Ffi.withMemory(8L * into.size) { memory ->
        known().functions.call(scope.isOfAll, memory)
        copy(memory, into)
    }

    private fun copy(numbers: Long, into: LongArray) {
        for (i in into.indices) into[i] = Ffi.longAt(numbers + 8L * i)
    }
}
