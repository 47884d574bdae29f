@file:JvmName("ComponentSerializers")

package timemory.export.data

import kotlin.jvm.JvmName
import kotlinx.serialization.KSerializer
import kotlinx.serialization.SerializationException
import kotlinx.serialization.descriptors.SerialDescriptor
import kotlinx.serialization.encoding.Decoder
import kotlinx.serialization.encoding.Encoder
import kotlinx.serialization.json.JsonDecoder
import kotlinx.serialization.json.JsonObject
import timemory.Component
import timemory.ComponentType
import timemory.Components
import timemory.ValueComponent
import timemory.componentTypeOf
import timemory.export.data.internal.ComponentState
import timemory.export.data.internal.NoValues
import timemory.export.data.internal.knownValues
import timemory.export.data.internal.load
import timemory.export.data.internal.stateOf
import timemory.export.data.internal.text
import timemory.internal.text.printable
import timemory.keyOf

/**
 * Serializes components of this type with all recorded values, exactly: `Json.encodeToString(WallClock.serializer(), wall)`. A running lap
 * is not included, and a component that was read is stopped.
 *
 * Components with custom value types need a serializer for them: see the overload.
 */
public fun <C : Component> ComponentType<C>.serializer(): KSerializer<C> = ComponentSerializer(this, knownValues(this))

/** Serializes components of this type whose custom [values] have a serializer. */
public fun <C : ValueComponent<V>, V : Any> ComponentType<C>.serializer(values: KSerializer<V>): KSerializer<C> =
    ComponentSerializer(this, values)

/**
 * Serializes components of any type known to [Components] by its id:
 * `class Report(@Serializable(with = AnyComponentSerializer::class) val cost: Component)`.
 */
public object AnyComponentSerializer : KSerializer<Component> {
    private val states = ComponentState.serializer(NoValues)

    override val descriptor: SerialDescriptor get() = states.descriptor

    @Suppress("UNCHECKED_CAST") // the type of this very component
    override fun serialize(encoder: Encoder, value: Component): Unit =
        (typeOf(value) as ComponentType<Component>).serializer().serialize(encoder, value)

    override fun deserialize(decoder: Decoder): Component {
        if (decoder is JsonDecoder) {
            // The type is needed before its values are read.
            val data = decoder.decodeJsonElement()
            val id = (data as? JsonObject)?.get("component")?.text().orEmpty()
            return decoder.json.decodeFromJsonElement(typeOf(id).serializer(), data)
        }
        val state = states.deserialize(decoder)
        return typeOf(state.component).create().also { state.load(it) }
    }
}

private fun typeOf(id: String): ComponentType<*> = Components.find(id)
    ?: throw SerializationException("there is no component '${printable(id)}' here: make it known by Components.register")

private fun typeOf(component: Component): ComponentType<*> = componentTypeOf(keyOf(component))
    ?: throw SerializationException("${component::class.simpleName} does not name its type, and so cannot be serialized")

private class ComponentSerializer<C : Component, V : Any>(private val type: ComponentType<C>, values: KSerializer<V>) : KSerializer<C> {
    private val states = ComponentState.serializer(values)

    override val descriptor: SerialDescriptor get() = states.descriptor

    override fun serialize(encoder: Encoder, value: C): Unit = states.serialize(encoder, stateOf(type.id, value))

    override fun deserialize(decoder: Decoder): C {
        val state = states.deserialize(decoder)
        if (state.component != type.id) throw SerializationException("this is a component ${state.component}, not ${type.id}")
        return type.create().also { state.load(it) }
    }
}
