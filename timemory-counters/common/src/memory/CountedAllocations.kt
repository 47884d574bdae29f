package timemory.memory

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Foreign
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.memory.Allocations.Companion.NET
import timemory.memory.Allocations.Companion.PEAK

/**
 * The C functions that count (timemory-native/memory): those of libtimemory.so within it, otherwise those of whatever library in the process
 * has them, or of libtimemory-gotcha.so where the dynamic linker finds it.
 */
internal object CountedAllocations {
    private class Functions(named: (String) -> ForeignFunction) {
        val count = named("count")
        val endCounting = named("end_counting")
        val begin = named("begin")
        val end = named("end")
        val owner = named("owner")
        val own = named("own")
        val left = named("left_bytes")
        val function = named("function")
        val functions = named("functions")
    }

    @Volatile
    private var functions: Functions? = null

    @Volatile
    private var isCounting = false
    private var isEndWatched = false

    private const val LIBRARY = "libtimemory-gotcha.so"
    private const val PREFIX = "timemory_memory_"

    /** Has those functions called whose addresses [addressOf] gives by their names: of the object that this code is part of. */
    fun use(addressOf: (String) -> Long) {
        functions = Functions { Foreign.find(null, "0x${addressOf(PREFIX + it).toString(16)}")!! }
    }

    private fun find(): Functions? {
        functions?.let { return it }
        val file = if (Foreign.find(null, PREFIX + "begin") != null) null else LIBRARY
        if (Foreign.find(file, PREFIX + "begin") == null) return null
        return Functions { name ->
            Foreign.find(file, PREFIX + name) ?: error("$LIBRARY is of another version of timemory: it has no $PREFIX$name")
        }.also { functions = it }
    }

    val unavailable: String?
        get() = Foreign.unavailable ?: if (find() != null) null else {
            "allocations are counted by $LIBRARY, which the dynamic linker does not find: name its folder in LD_LIBRARY_PATH"
        }

    private fun known(): Functions = functions ?: find() ?: throw UnsupportedOperationException(unavailable)

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
        if (why != 0L) throw UnsupportedOperationException(Foreign.textAt(why))
        isCounting = true
        if (isEndWatched) return
        isEndWatched = true
        SessionHooks.onEnd {
            isCounting = false
            functions.endCounting.call()
        }
    }

    /** A region inside that of which the calling thread's allocations are. */
    fun newOwner(): Long {
        val functions = known()
        val around = functions.own.call(0L)
        val owner = functions.owner.call(around)
        functions.own.call(around)
        if (owner == 0L) throw UnsupportedOperationException("blocks are not kept: there is no memory")
        return owner
    }

    /** What the calling thread allocates is [owner]'s from now on; whose it was before. */
    fun own(owner: Long): Long = known().own.call(owner)

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
        List(functions.functions.call().toInt()) { Foreign.textAt(functions.function.call(it.toLong())) }
    }

    /** How many numbers [readFunctions] reads. */
    val functionNumbers: Int get() = 4 * functionNames.size

    /** Fills [into] with calls and with bytes requested, allocated and freed of each function. */
    fun readFunctions(scope: AllocationScope, into: LongArray): Unit = Foreign.withMemory(8L * into.size) { memory ->
        known().functions.call(scope.isOfAll, memory)
        copy(memory, into)
    }

    private fun copy(numbers: Long, into: LongArray) {
        for (i in into.indices) into[i] = Foreign.longAt(numbers + 8L * i)
    }
}
