@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlin.native.ref.Cleaner
import kotlin.native.ref.createCleaner
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.COpaquePointerVar
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.get
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.invoke
import kotlinx.cinterop.plus
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toCPointer
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.calloc
import platform.posix.free
import platform.posix.strdup
import timemory.Stream
import timemory.gpu.CudaStream

/** With the definition, and two more arguments; returns the reason if it failed, to be freed. */
private typealias CustomCall = CPointer<CFunction<(COpaquePointer?, COpaquePointer?, COpaquePointer?) -> CPointer<ByteVar>?>>

/**
 * The functions of one component, called through c/component.c, which tracks that they are running.
 *
 * @property size bytes of memory needed for each instance
 * @param has which of the optional ones there are: see c/kotlin.h
 */
internal class CustomFunctions(definition: NativePtr, table: NativePtr, val size: Long, has: Int) {
    /** Whether one of them needs the label of the region. */
    val takesLabel: Boolean = has and TAKES_LABEL != 0

    /** Whether one of them starts laps of a stream. */
    val takesStreams: Boolean = has and TAKES_STREAMS != 0
    private val definition: COpaquePointer? = interpretCPointer<ByteVar>(definition)
    private val beginFunction = functionAt(table, 0)
    private val endFunction = functionAt(table, 1)
    private val mergeFunction = functionAt(table, 2)
    private val numbersFunction = functionAt(table, 3)
    private val destroyFunction = functionAt(table, 4)
    private val prefixFunction = functionAt(table, 5)
    private val beginStreamFunction = functionAt(table, 6)

    private fun functionAt(table: NativePtr, index: Int): CustomCall =
        interpretCPointer<COpaquePointerVar>(table)!![index]!!.reinterpret()

    fun setPrefix(memory: COpaquePointer, label: COpaquePointer): Unit = orThrow(prefixFunction(definition, memory, label))

    fun begin(memory: COpaquePointer): Unit = orThrow(beginFunction(definition, memory, null))

    fun beginStream(memory: COpaquePointer, stream: COpaquePointer?): Unit = orThrow(beginStreamFunction(definition, memory, stream))

    fun end(memory: COpaquePointer, value: COpaquePointer): Unit = orThrow(endFunction(definition, memory, value))

    fun merge(into: CustomValue, value: CustomValue): Unit =
        into.use { to -> value.use { from -> orThrow(mergeFunction(definition, to, from)) } }

    fun numbers(value: CustomValue, count: Int): DoubleArray {
        val found = DoubleArray(count)
        value.use { from -> found.usePinned { orThrow(numbersFunction(definition, from, it.addressOf(0))) } }
        return found
    }

    fun destroy(memory: COpaquePointer, label: COpaquePointer?) {
        destroyFunction(definition, memory, label)
    }

    private fun orThrow(failure: CPointer<ByteVar>?) {
        if (failure == null) return
        val why = failure.toKString()
        free(failure)
        throw IllegalStateException(why)
    }

    private companion object {
        const val TAKES_LABEL = 1
        const val TAKES_STREAMS = 2
    }
}

/** The memory of one instance: allocated at its first lap, because most instances that are created to find their type never have one. */
internal class CustomInstance(private val functions: CustomFunctions) {
    var label: String = ""
    private var block: Block? = null

    @Suppress("unused")
    private var cleaner: Cleaner? = null

    private class Block(val functions: CustomFunctions, val memory: COpaquePointer, val label: COpaquePointer?) {
        /** Where functions write a single-number value: after their own memory. */
        val value: COpaquePointer = (memory.reinterpret<ByteVar>() + aligned(functions.size))!!
    }

    fun begin(): Unit = functions.begin((block ?: newBlock()).memory)

    /** Begins a lap of [stream], plainly if the component makes no difference. */
    fun begin(stream: Stream) {
        if (!functions.takesStreams || stream !is CudaStream) return begin()
        functions.beginStream((block ?: newBlock()).memory, stream.handle.toCPointer<ByteVar>())
    }

    private fun newBlock(): Block {
        val memory = checkNotNull(calloc(1u, (aligned(functions.size) + VALUE_SIZE).toULong())) { "there is no memory for it" }
        val made = Block(functions, memory, if (functions.takesLabel) strdup(label) else null)
        block = made
        // Kotlin's node knows when it is no longer used; C does not.
        cleaner = createCleaner(made) { it.functions.destroy(it.memory, it.label) }
        if (made.label != null) functions.setPrefix(made.memory, made.label)
        return made
    }

    /** Ends the lap; its value, a 64-bit number, is at this address. */
    fun end(): COpaquePointer {
        val block = begun()
        functions.end(block.memory, block.value)
        return block.value
    }

    fun endInto(value: CustomValue): Unit = value.use { functions.end(begun().memory, it) }

    private fun begun(): Block = checkNotNull(block) { "it was not started" }
}

private const val VALUE_SIZE = 16L

private fun aligned(size: Long): Long = (size + 15L) and 15L.inv()
