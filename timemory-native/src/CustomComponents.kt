@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlin.native.ref.createCleaner
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.interpretCPointer
import kotlinx.cinterop.invoke
import platform.posix.calloc
import platform.posix.free
import timemory.ComponentType
import timemory.Components
import timemory.DisplayUnit
import timemory.Quantity
import timemory.RuntimeComponent

/*
 * Components that C programs define by functions: what timemory/component.h documents.
 */

private typealias Step = CPointer<CFunction<(COpaquePointer?) -> Unit>>
private typealias Value = CPointer<CFunction<(COpaquePointer?) -> Double>>

/** Bytes of one instance. Enough for any measurement, and so few that an instance is never refused its memory within a region. */
private const val MAX_SIZE = 1L shl 20

/** What a program said of a component; [factor] is how many raw units its value's unit holds. */
private class Functions(val size: Long, val start: Step, val stop: Step, val value: Value, val factor: Double)

private class CustomComponent(type: ComponentType<*>, private val functions: Functions) : RuntimeComponent(type) {
    private val memory: COpaquePointer? = calloc(1u, maxOf(1L, functions.size).toULong())

    // The node that it belongs to knows when nobody measures with it any more, and C does not.
    @Suppress("unused")
    private val cleaner = createCleaner(memory) { free(it) }

    init {
        checkNotNull(memory) { "out of memory for component $type" }
    }

    override fun start(): Unit = functions.start(memory)

    override fun stop() {
        functions.stop(memory)
        record(functions.value(memory) * functions.factor)
    }
}

internal fun registerComponent(
    id: NativePtr,
    description: NativePtr,
    unit: NativePtr,
    size: Long,
    start: NativePtr,
    stop: NativePtr,
    value: NativePtr,
    error: NativePtr,
): Int = orError(error, 0) {
    require(size in 0L..MAX_SIZE) { "component ${textAt(id)} has instances of ${size.toULong()} bytes; at most $MAX_SIZE are allowed" }
    val quantity = quantityOf(textAt(unit))
    val functions = Functions(
        size,
        interpretCPointer<CFunction<(COpaquePointer?) -> Unit>>(start)!!,
        interpretCPointer<CFunction<(COpaquePointer?) -> Unit>>(stop)!!,
        interpretCPointer<CFunction<(COpaquePointer?) -> Double>>(value)!!,
        quantity.units.first { it.symbol == textAt(unit) }.size,
    )
    lateinit var type: ComponentType<CustomComponent>
    type = ComponentType(textAt(id), textAt(description), quantity) { CustomComponent(type, functions) }
    Components.register(type)
    1
}

/** Of times and of memory with all their units, otherwise in this one alone. */
private fun quantityOf(unit: String): Quantity =
    listOf(Quantity.TIME, Quantity.MEMORY, Quantity.COUNT).firstOrNull { known -> known.units.any { it.symbol == unit } }
        ?: Quantity(unit, listOf(DisplayUnit(unit, 1.0)))
