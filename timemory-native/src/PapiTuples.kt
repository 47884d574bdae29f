@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import timemory.ComponentType
import timemory.Components
import timemory.LongComponent
import timemory.MadeByItsType
import timemory.OfRuntimeType
import timemory.Quantity
import timemory.counters.PapiEvents
import timemory.counters.PapiRateTuple
import timemory.counters.PapiRateTupleType
import timemory.counters.PapiTuple
import timemory.counters.PapiTupleType
import timemory.internal.text.wordsOf

/*
 * Components that count PAPI events named by the program: see timemory/papi.h.
 */

private class NamedPapiTuple(override val runtimeType: ComponentType<*>, events: List<String>) :
    PapiTuple(*events.toTypedArray()), OfRuntimeType

private class NamedPapiRateTuple(override val runtimeType: ComponentType<*>, clock: LongComponent, events: List<String>) :
    PapiRateTuple(clock, *events.toTypedArray()), OfRuntimeType

private class CountsType(id: String, private val named: List<String>) :
    PapiTupleType<NamedPapiTuple>(id, "Events counted by PAPI for the calling thread", MadeByItsType) {
    override fun create(): NamedPapiTuple = NamedPapiTuple(this, named)
}

private class RatesType(id: String, private val named: List<String>, private val clock: ComponentType<*>) :
    PapiRateTupleType<NamedPapiRateTuple>(id, "Events counted by PAPI, per second of ${clock.id}", MadeByItsType) {
    override fun create(): NamedPapiRateTuple = NamedPapiRateTuple(this, clock.create() as LongComponent, named)
}

/** A program's definition of a tuple. */
private data class PapiDefinition(val id: String, val events: List<String>, val clock: String)

/** Tuples whose ids programs may hold, so they are never freed. */
private object KnownPapiTuples : SynchronizedObject() {
    private val known = HashMap<PapiDefinition, NativePtr>()

    fun idOf(definition: PapiDefinition): NativePtr = synchronized(this) { known.getOrPut(definition) { register(definition) } }

    private fun register(definition: PapiDefinition): NativePtr {
        val clock = if (definition.clock.isEmpty()) null else clockNamed(definition.clock)
        val type = if (clock == null) CountsType(definition.id, definition.events) else RatesType(definition.id, definition.events, clock)
        Components.register(type)
        return copyOf(type.id)
    }
}

internal fun papiTuple(id: NativePtr, events: NativePtr, clock: NativePtr, error: NativePtr): NativePtr =
    orError(error, NativePtr.NULL) {
        val names = wordsOf(textAt(events)).map(::eventNamed)
        require(names.isNotEmpty()) { "timemory_papi_tuple: no events are named" }
        val clockId = textAt(clock)
        KnownPapiTuples.idOf(PapiDefinition(textAt(id).ifEmpty { idOf(names, clockId) }, names, clockId))
    }

private fun clockNamed(id: String): ComponentType<*> {
    val clock = requireNotNull(Components.find(id)) { "unknown component '$id', which is to be the clock" }
    require(clock.quantity == Quantity.TIME && clock.create() is LongComponent) { "component ${clock.id} is not a clock" }
    return clock
}

/** Returns the name of an event given by its code in `papi.h`, or [text] for an unknown code, which is reported when it is counted. */
private fun eventNamed(text: String): String {
    if (!text.startsWith("0x", ignoreCase = true)) return text
    val code = requireNotNull(text.drop(2).toUIntOrNull(16)) { "'$text' is not an event code" }
    return PapiEvents.nameOf(code.toInt()) ?: text
}

private fun idOf(events: List<String>, clock: String): String =
    "papi_" + events.joinToString("_") { it.lowercase().removePrefix("papi_").replace(Regex("[^a-z0-9_]+"), "_") } +
        if (clock.isEmpty()) "" else "_per_$clock"
