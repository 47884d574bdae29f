package timemory.export.data.internal

import kotlinx.serialization.KSerializer
import kotlinx.serialization.Serializable
import kotlinx.serialization.SerializationException
import timemory.Component
import timemory.statistics.ComponentFields

/** The recorded state of a component, and its secondary values. Names are those of [Component.exchange]. */
@Serializable
internal class ComponentState<V : Any>(
    val component: String,
    val integers: Map<String, Long> = emptyMap(),
    val numbers: Map<String, Double> = emptyMap(),
    val values: Map<String, V> = emptyMap(),
    val parts: Map<String, ComponentState<V>> = emptyMap(),
)

/** Returns the state of [component], which has the id [id]. */
internal fun <V : Any> stateOf(id: String, component: Component): ComponentState<V> {
    val written = Written<V>()
    component.exchange(written)
    val parts = component.secondary.mapValues { (_, part) -> stateOf<V>(id, part) }
    return ComponentState(id, written.integers, written.numbers, written.values, parts)
}

/** Restores this state in [component], which must be new. */
internal fun <V : Any> ComponentState<V>.load(component: Component) {
    component.exchange(Read(this))
    for ((key, part) in parts) component.secondaryPart(key)?.let(part::load)
}

private class Written<V : Any> : ComponentFields {
    val integers = LinkedHashMap<String, Long>()
    val numbers = LinkedHashMap<String, Double>()
    val values = LinkedHashMap<String, V>()

    override fun integer(name: String, value: Long): Long = value.also { integers[name] = it }

    override fun number(name: String, value: Double): Double = value.also { numbers[name] = it }

    @Suppress("UNCHECKED_CAST") // the serializer is for the values of this component
    override fun value(name: String, value: Any?): Any? = value.also { if (it != null) values[name] = it as V }
}

private class Read(private val state: ComponentState<*>) : ComponentFields {
    override fun integer(name: String, value: Long): Long = state.integers[name] ?: missing(name)

    override fun number(name: String, value: Double): Double = state.numbers[name] ?: missing(name)

    override fun value(name: String, value: Any?): Any? = state.values[name]

    private fun missing(name: String): Nothing =
        throw SerializationException("component ${state.component} lacks '$name': it was written by another version, or cut off")
}
