@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.DoubleVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.pointed
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.value
import timemory.ComponentType
import timemory.Components
import timemory.LongComponent
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.OfRuntimeType
import timemory.RuntimeComponent
import timemory.Stream
import timemory.StreamComponent
import timemory.ValueComponent

/*
 * Components defined by functions in C programs: implementation of timemory/component.h.
 */

// How the value of a lap is read: see c/kotlin.h.
private const val MARKER = 0
private const val FLOATING = 1
private const val INTEGER = 2
private const val VALUES = 3

/** Maximum size of an instance, so that memory for it is never refused within a region. */
private const val MAX_SIZE = 1L shl 20

/** The category of components defined by the program. */
private const val CATEGORY = "program"

private class CustomType(description: CustomDescription, create: () -> timemory.Component) :
    ComponentType<timemory.Component>(description.id, description.text, description.quantity, { create() }) {
    override val label: String = description.label
    override val category: String get() = CATEGORY
}

private class CustomMarkerType(description: CustomDescription, create: () -> MarkerComponent) :
    MarkerType<MarkerComponent>(description.id, description.text, { create() }) {
    override val label: String = description.label
    override val category: String get() = CATEGORY
}

private class CustomDouble(type: ComponentType<*>, private val functions: CustomFunctions, private val factor: Double) :
    RuntimeComponent(type), StreamComponent {
    private val instance = CustomInstance(functions)

    override fun joinedRegion(label: String) {
        instance.label = label
    }

    override val takesStreams: Boolean get() = functions.takesStreams

    override fun start(): Unit = instance.begin()

    override fun start(stream: Stream): Unit = instance.begin(stream)

    override fun stop(): Unit = record(instance.end().reinterpret<DoubleVar>().pointed.value * factor)
}

private class CustomLong(override val runtimeType: ComponentType<*>, private val functions: CustomFunctions, private val factor: Long) :
    LongComponent(), OfRuntimeType, StreamComponent {
    private val instance = CustomInstance(functions)

    override fun joinedRegion(label: String) {
        instance.label = label
    }

    override val takesStreams: Boolean get() = functions.takesStreams

    override fun start(): Unit = instance.begin()

    override fun start(stream: Stream): Unit = instance.begin(stream)

    override fun stop() {
        val value = instance.end().reinterpret<LongVar>().pointed.value
        val raw = value * factor
        check(raw / factor == value) { "$value ${runtimeType.quantity.units.first { it.size.toLong() == factor }} exceed 64 bits" }
        record(raw)
    }
}

private class CustomValues(override val runtimeType: CustomValuesType, private val functions: CustomFunctions) :
    ValueComponent<CustomValue>(runtimeType), OfRuntimeType, StreamComponent {
    private val instance = CustomInstance(functions)

    override fun joinedRegion(label: String) {
        instance.label = label
    }

    override val takesStreams: Boolean get() = functions.takesStreams

    override fun start(): Unit = instance.begin()

    override fun start(stream: Stream): Unit = instance.begin(stream)

    override fun stop(): Unit = record(runtimeType.newValue().also(instance::endInto))
}

private class CustomMarker(override val runtimeType: ComponentType<*>, private val functions: CustomFunctions) :
    MarkerComponent(), OfRuntimeType, StreamComponent {
    private val instance = CustomInstance(functions)
    private var isOpen = false

    override val takesStreams: Boolean get() = functions.takesStreams

    override fun start() {
        instance.label = label
        instance.begin()
        isOpen = true
    }

    override fun start(stream: Stream) {
        instance.label = label
        instance.begin(stream)
        isOpen = true
    }

    override fun stop() {
        if (!isOpen) return
        isOpen = false
        instance.end()
    }

    override fun abandon(): Unit = stop()
}

internal fun registerComponent(
    texts: NativePtr,
    kind: Int,
    size: Long,
    valueSize: Long,
    has: Int,
    definition: NativePtr,
    functions: NativePtr,
    error: NativePtr,
): Int = orError(error, 0) {
    val description = CustomDescription(textsAt(TEXTS, texts))
    require(size in 0L..MAX_SIZE) { "component ${description.id} has instances of ${size.toULong()} bytes; at most $MAX_SIZE are allowed" }
    val calls = CustomFunctions(definition, functions, size, has)
    Components.register(typeOf(description, kind, valueSize, calls))
    1
}

private fun typeOf(description: CustomDescription, kind: Int, valueSize: Long, functions: CustomFunctions): ComponentType<*> {
    val factor = description.unit.size
    lateinit var type: ComponentType<*>
    when (kind) {
        MARKER -> type = CustomMarkerType(description) { CustomMarker(type, functions) }
        FLOATING -> type = CustomType(description) { CustomDouble(type, functions, factor) }
        INTEGER -> type = CustomType(description) { CustomLong(type, functions, factor.toLong()) }
        VALUES -> {
            lateinit var values: CustomValuesType
            values = CustomValuesType(description, CATEGORY, valueSize, functions) { CustomValues(values, functions) }
            type = values
        }
        else -> error("there is no kind $kind")
    }
    return type
}

/** The number of texts that describe a component. */
private const val TEXTS = 5
