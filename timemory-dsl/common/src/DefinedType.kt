package timemory

import timemory.internal.lean.*

/** The properties of a component defined with [ComponentBuilder], except its value. */
internal class DefinedProperties(var label: String) {
    var aliases: List<String> = emptyList()
    var binding = Binding.WALL
    var category = "program"
    var source = ""
    var precision: Int? = null
    var width: Int? = null
    var reason: UnavailableReason? = null

    fun copy(): DefinedProperties {
        val copy = DefinedProperties(label)
        copy.aliases = aliases
        copy.binding = binding
        copy.category = category
        copy.source = source
        copy.precision = precision
        copy.width = width
        copy.reason = reason
        return copy
    }
}

/** The type of a component defined with [ComponentBuilder]; [original] implements the behaviour specific to the kind of [value]. */
internal class DefinedType(original: ComponentType<*>, private val properties: DefinedProperties, private val value: DefinedValue) :
    DelegatingType(original, original.id) {
    override val label: String get() = properties.label
    override val aliases: List<String> get() = properties.aliases
    override val binding: Binding get() = properties.binding
    override val category: String get() = properties.category
    override val source: String get() = properties.source
    override val precision: Int? get() = properties.precision
    override val width: Int? get() = properties.width

    override fun unavailableReason(): String? = properties.reason?.reason()

    override val isLeftOutOnVirtualThreads: Boolean get() = hasValues && binding === Binding.THREAD

    override fun create(): Component = value.create(this)
}

/** The value of a defined component. */
internal abstract class DefinedValue(val name: String) {
    /** Returns a type for values of this kind. */
    open fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> =
        ComponentType<Component>(id, description, quantity, MadeByItsType)

    abstract fun create(type: DefinedType): Component

    /** Creates an instance of [type], which [name] requires to record integers. */
    protected fun integers(type: ComponentType<*>): LongComponent {
        val component = type.create()
        require(component is LongComponent) { "component ${type.id} does not measure integers, which $name requires" }
        return component
    }
}

internal class DeltaValue(private val reading: LongReading) : DefinedValue("delta") {
    override fun create(type: DefinedType): Component = object : LongDeltaComponent(), OfRuntimeType {
        override val runtimeType get() = type

        override fun read() = reading.read()
    }
}

internal class SampleValue(private val reading: LongReading) : DefinedValue("sample") {
    override fun create(type: DefinedType): Component = object : LongComponent(), OfRuntimeType {
        override val runtimeType get() = type

        override fun start() {}

        override fun stop() = record(reading.read())
    }
}

internal class DoubleDeltaValue(private val reading: DoubleReading) : DefinedValue("doubleDelta") {
    override fun create(type: DefinedType): Component = object : DoubleComponent(), OfRuntimeType {
        private var begin = 0.0
        override val runtimeType get() = type

        override fun start() {
            begin = reading.read()
        }

        override fun stop() = record(reading.read() - begin)
    }
}

internal class DoubleSampleValue(private val reading: DoubleReading) : DefinedValue("doubleSample") {
    override fun create(type: DefinedType): Component = object : DoubleComponent(), OfRuntimeType {
        override val runtimeType get() = type

        override fun start() {}

        override fun stop() = record(reading.read())
    }
}

internal class RatioValue(
    private val numerator: ComponentType<*>,
    private val denominator: ComponentType<*>,
    private val factor: Double,
) : DefinedValue("ratio") {
    override fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> {
        integers(numerator)
        integers(denominator)
        return RatioType<RatioComponent>(id, description, quantity, MadeByItsType)
    }

    override fun create(type: DefinedType): Component =
        object : RatioComponent(integers(numerator), integers(denominator), factor), OfRuntimeType {
            override val runtimeType get() = type
        }
}

internal class RateValue(private val amount: ComponentType<*>) : DefinedValue("rate") {
    private class Rates(id: String, override val label: String, description: String, quantity: Quantity) :
        RateType<RateComponent>(id, description, quantity, MadeByItsType)

    override fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> {
        integers(amount)
        return Rates(id, label, description, quantity)
    }

    override fun create(type: DefinedType): Component = object : RateComponent(integers(amount)), OfRuntimeType {
        override val runtimeType get() = type
    }
}

internal class SumValue(private val parts: List<ComponentType<*>>) : DefinedValue("sum") {
    override fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> {
        require(parts.isNotEmpty()) { "component '$id' sums no components: name at least one" }
        parts.forEach(::integers)
        return super.typeOf(id, label, description, quantity)
    }

    override fun create(type: DefinedType): Component = object : SumComponent(*Array(parts.size) { integers(parts[it]) }), OfRuntimeType {
        override val runtimeType get() = type
    }
}

internal class AnyValue<V : Any>(
    private val start: () -> Any?,
    private val stop: (Any?) -> V,
    private val merge: (V, V) -> V,
    private val names: List<String>,
    private val numbers: (V) -> DoubleArray,
    private val display: (V) -> String,
) : DefinedValue("values") {
    private inner class Values(id: String, override val label: String, description: String, quantity: Quantity) :
        ValueComponentType<ValueComponent<V>, V>(id, description, quantity, MadeByItsType) {
        override val elements: List<String> get() = names

        override fun plus(a: V, b: V): V = merge(a, b)

        override fun numbers(value: V): DoubleArray = this@AnyValue.numbers.invoke(value)

        override fun display(value: V): String = this@AnyValue.display.invoke(value)
    }

    override fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> =
        Values(id, label, description, quantity)

    @Suppress("UNCHECKED_CAST") // created by typeOf
    override fun create(type: DefinedType): Component =
        object : ValueComponent<V>(type.original as ValueComponentType<*, V>), OfRuntimeType {
            private var begun: Any? = null
            override val runtimeType get() = type

            override fun start() {
                begun = this@AnyValue.start.invoke()
            }

            override fun stop() {
                val value = this@AnyValue.stop.invoke(begun)
                begun = null
                record(value)
            }
        }
}

internal class MarkerValue(private val start: MarkerAction, private val stop: MarkerAction) : DefinedValue("marker") {
    override fun typeOf(id: String, label: String, description: String, quantity: Quantity): ComponentType<*> =
        MarkerType<MarkerComponent>(id, description, MadeByItsType)

    override fun create(type: DefinedType): Component = object : MarkerComponent(), OfRuntimeType {
        private var isOpen = false
        override val runtimeType get() = type

        override fun start() {
            start.run(label)
            isOpen = true
        }

        override fun stop() {
            if (!isOpen) return
            isOpen = false
            stop.run(label)
        }

        override fun abandon() = stop()
    }
}
