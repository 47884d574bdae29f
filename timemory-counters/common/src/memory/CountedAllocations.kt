package timemory.memory

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Foreign
import timemory.internal.platform.ForeignFunction
import timemory.internal.platform.textAt
import timemory.memory.Allocations.Companion.NET
import timemory.memory.Allocations.Companion.PEAK

/**
 * The C functions that count (timemory-native/memory): those of libtimemory.so within it, otherwise those of whatever library in the process
 * has them, or of libtimemory-gotcha.so where the dynamic linker finds it.
 */
internal object CountedAllocations {
    private class Functions(
        val count: ForeignFunction,
        val endCounting: ForeignFunction,
        val begin: ForeignFunction,
        val end: ForeignFunction,
    )

    @Volatile
    private var functions: Functions? = null
    private var isEndWatched = false

    private const val LIBRARY = "libtimemory-gotcha.so"
    private const val PREFIX = "timemory_memory_"

    /** Has the functions at these addresses called: those of the object that this code is part of. */
    fun use(count: Long, endCounting: Long, begin: Long, end: Long) {
        functions = Functions(at(count), at(endCounting), at(begin), at(end))
    }

    private fun at(address: Long) = Foreign.find(null, "0x${address.toString(16)}")!!

    private fun find(): Functions? {
        functions?.let { return it }
        val file = if (Foreign.find(null, PREFIX + "begin") != null) null else LIBRARY
        fun named(name: String) = Foreign.find(file, PREFIX + name)
        return Functions(
            named("count") ?: return null,
            named("end_counting") ?: return null,
            named("begin") ?: return null,
            named("end") ?: return null,
        ).also { functions = it }
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

    private fun beginCounting(functions: Functions) {
        val why = functions.count.call()
        if (why != 0L) {
            // Given by malloc, as what Foreign allocates.
            val reason = Foreign.textAt(why)
            Foreign.free(why)
            throw UnsupportedOperationException(reason)
        }
        if (isEndWatched) return
        isEndWatched = true
        SessionHooks.onEnd { functions.endCounting.call() }
    }

    /** Fills [lap] with what came since [begin]. */
    fun end(scope: AllocationScope, begin: LongArray, lap: LongArray) {
        val numbers = known().end.call(scope.isOfAll, begin[NET], begin[PEAK])
        if (numbers == 0L) throw UnsupportedOperationException("allocations are not counted: there is no memory")
        copy(numbers, lap)
        for (i in lap.indices) if (i != PEAK) lap[i] -= begin[i]
    }

    private fun copy(numbers: Long, into: LongArray) {
        for (i in into.indices) into[i] = Foreign.longAt(numbers + 8L * i)
    }
}
