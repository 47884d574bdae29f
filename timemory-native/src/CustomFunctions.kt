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
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix.calloc
import platform.posix.free
import platform.posix.strdup

/** With the definition, and two more arguments; returns the reason if it failed, to be freed. */
private typealias CustomCall = CPointer<CFunction<(COpaquePointer?, COpaquePointer?, COpaquePointer?) -> CPointer<ByteVar>?>>

/**
 * The functions of one component, called through c/component.c, which tracks that they are running.
 *
 * @property size bytes of memory needed for each instance
 * @property takesLabel whether one of them needs the label of the region
 */
internal class CustomFunctions(definition: NativePtr, table: NativePtr, val size: Long, val takesLabel: Boolean) {
    private val definition: COpaquePointer? = interpretCPointer<ByteVar>(definition)
    private val beginFunction = functionAt(table, 0)
    private val endFunction = functionAt(table, 1)
    private val mergeFunction = functionAt(table, 2)
    private val numbersFunction = functionAt(table, 3)
    private val destroyFunction = functionAt(table, 4)

    private fun functionAt(table: NativePtr, index: Int): CustomCall =
        interpretCPointer<COpaquePointerVar>(table)!![index]!!.reinterpret()

    fun begin(memory: COpaquePointer, label: COpaquePointer?): Unit = orThrow(beginFunction(definition, memory, label))

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

    fun begin() {
        val known = block
        if (known != null) return functions.begin(known.memory, null)
        val made = newBlock()
        functions.begin(made.memory, made.label)
    }

    private fun newBlock(): Block {
        val memory = checkNotNull(calloc(1u, (aligned(functions.size) + VALUE_SIZE).toULong())) { "there is no memory for it" }
        val made = Block(functions, memory, if (functions.takesLabel) strdup(label) else null)
        block = made
        // Kotlin's node knows when it is no longer used; C does not.
        cleaner = createCleaner(made) { it.functions.destroy(it.memory, it.label) }
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
