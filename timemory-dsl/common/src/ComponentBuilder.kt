package timemory

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmSynthetic
import timemory.internal.lean.*
import timemory.internal.text.shorten
import timemory.internal.text.wordsOf
import timemory.settings.Catalogue

/**
 * Defines a component by its readings, without a separate class:
 * ```
 * val queueDepth = component("queue_depth", "Jobs waiting") { sample { queue.size.toLong() } }
 *
 * val tools = bundle<WallClock> { add(queueDepth) }
 * ```
 * @param id the unique name, lower case with underscores, used in code, on the command line and in files
 * @param description one sentence that describes the measured quantity
 * @param quantity the kind of number, which determines its units
 * @throws IllegalArgumentException if [id] has other characters, or [define] does not define the value exactly once
 * @sample readme.dsl.main
 * @since 0.2.0
 */
@JvmSynthetic // Java has the builder
public inline fun component(
    id: String,
    description: String,
    quantity: Quantity = Quantity.COUNT,
    define: ComponentBuilder.() -> Unit,
): ComponentType<*> = ComponentBuilder(id, description, quantity).apply(define).build()

/**
 * Defines a component by functions, in Java:
 * ```java
 * static final ComponentType<?> QUEUE_DEPTH =
 *         new ComponentBuilder("queue_depth", "Jobs waiting", Quantity.COUNT).sample(queue::size).build();
 * ```
 * In Kotlin it is the receiver of [component]. One of [delta], [sample], [doubleDelta], [doubleSample], [ratio], [rate], [sum], [values]
 * and [marker] defines the value. For a component that is measured a million times per second, write a class, which the compiler calls
 * directly: see [LongDeltaComponent].
 *
 * If a function throws, that lap is not recorded, and the exception is reported once.
 *
 * ### Thread-safety
 * Not thread-safe. The functions passed to it are called by every measuring thread, so they must be thread-safe.
 *
 * @throws IllegalArgumentException if [id] has characters other than lower-case letters, digits and underscores
 */
@TimemoryDsl
public class ComponentBuilder @JvmOverloads constructor(
    private val id: String,
    private val description: String,
    private val quantity: Quantity = Quantity.COUNT,
) {
    private val properties = DefinedProperties(id)
    private var value: DefinedValue? = null

    /** The short name of the values, as in the METRIC column and in file names; the id by default. */
    public fun label(label: String): ComponentBuilder = also { properties.label = label }

    /**
     * Other names accepted in the configuration.
     *
     * @throws IllegalArgumentException if one has capital letters or list separators
     */
    public fun aliases(vararg names: String): ComponentBuilder {
        for (name in names) {
            require(name.isNotEmpty() && name == name.lowercase() && wordsOf(name) == listOf(name)) {
                "alias '${shorten(name)}' of component '$id' must be lower case, without spaces, commas and semicolons"
            }
        }
        properties.aliases = names.asList().toList()
        return this
    }

    /** What the value belongs to, which determines what happens to it on other threads; [Binding.WALL] by default. */
    public fun binding(binding: Binding): ComponentBuilder = also { properties.binding = binding }

    /** The group of measurements it belongs to, as shown in listings. */
    public fun category(category: String): ComponentBuilder = also { properties.category = category }

    /** The source of the values, as shown in listings. */
    public fun source(source: String): ComponentBuilder = also { properties.source = source }

    /**
     * Digits after the decimal point in tables, unless the settings `PRECISION`, `TIMING_PRECISION` or `MEMORY_PRECISION` override it.
     *
     * @throws IllegalArgumentException if [digits] is not from 0 to 17
     */
    public fun precision(digits: Int): ComponentBuilder {
        require(digits in 0..Catalogue.MAX_PRECISION) {
            "component '$id': precision($digits) is not from 0 to ${Catalogue.MAX_PRECISION}"
        }
        properties.precision = digits
        return this
    }

    /**
     * The minimum width of its table columns, unless the settings `WIDTH`, `TIMING_WIDTH` or `MEMORY_WIDTH` override it.
     *
     * @throws IllegalArgumentException if [columns] is not from 0 to 100
     */
    public fun width(columns: Int): ComponentBuilder {
        require(columns in 0..Catalogue.MAX_COLUMN_WIDTH) {
            "component '$id': width($columns) is not from 0 to ${Catalogue.MAX_COLUMN_WIDTH}"
        }
        properties.width = columns
        return this
    }

    /** Makes the component unavailable if [reason] returns a sentence that says why it cannot measure. Asked once. */
    public fun unavailable(reason: UnavailableReason): ComponentBuilder = also { properties.reason = reason }

    /** The value of a lap is the reading at its end minus the reading at its start. */
    public fun delta(reading: LongReading): ComponentBuilder = define(DeltaValue(reading))

    /** The value of a lap is the reading at its end. */
    public fun sample(reading: LongReading): ComponentBuilder = define(SampleValue(reading))

    /** Records the difference of two floating-point readings, like [delta]. */
    public fun doubleDelta(reading: DoubleReading): ComponentBuilder = define(DoubleDeltaValue(reading))

    /** Records the floating-point reading at the end of a lap, like [sample]. */
    public fun doubleSample(reading: DoubleReading): ComponentBuilder = define(DoubleSampleValue(reading))

    /**
     * The value of a lap is the value of [numerator] divided by that of [denominator], times [factor]; for several laps, the sums of both
     * are divided. Both must record integers, in raw units.
     */
    @JvmOverloads
    public fun ratio(numerator: ComponentType<*>, denominator: ComponentType<*>, factor: Double = 1.0): ComponentBuilder =
        define(RatioValue(numerator, denominator, factor))

    /** The value of a lap is the value of [amount], and the amount per second. It must record integers. */
    public fun rate(amount: ComponentType<*>): ComponentBuilder = define(RateValue(amount))

    /** The value of a lap is the sum of the values of the components with [types]. They must record integers. */
    public fun sum(vararg types: ComponentType<*>): ComponentBuilder = define(SumValue(types.asList().toList()))

    /** The value of a lap is of any type [V]: see [ValuesBuilder]. */
    public fun <V : Any> values(definition: ValuesDefinition<V>): ComponentBuilder =
        define(ValuesBuilder<V>(id).also { with(definition) { it.define() } }.build())

    /** Records nothing: calls [start] with the region's label when a lap starts, and [stop] when it ends. */
    public fun marker(start: MarkerAction, stop: MarkerAction): ComponentBuilder = define(MarkerValue(start, stop))

    private fun define(value: DefinedValue): ComponentBuilder {
        val known = this.value
        require(known == null) { "component '$id' defines its value twice, by ${known?.name} and by ${value.name}: remove one" }
        this.value = value
        return this
    }

    /**
     * Returns the component. It can be put into bundles at once; [Components.register] registers its id. Later calls of the
     * builder do not affect it.
     *
     * @throws IllegalArgumentException if the value is not defined, or a component it is computed from does not record integers
     */
    public fun build(): ComponentType<*> {
        val value = requireNotNull(value) {
            "component '$id' defines no value: call one of delta, sample, ratio, rate, sum, values and marker"
        }
        return DefinedType(value.typeOf(id, properties.label, description, quantity), properties.copy(), value)
    }
}

/** Reads an integer, in raw units. */
public fun interface LongReading {
    /** Returns the current value. */
    public fun read(): Long
}

/** Reads a floating-point number. */
public fun interface DoubleReading {
    /** Returns the current value. */
    public fun read(): Double
}

/** Returns the reason why something is unavailable. */
public fun interface UnavailableReason {
    /** A sentence that gives the reason and a remedy; `null` if it is available. */
    public fun reason(): String?
}

/** What a marker does with the label of a region. */
public fun interface MarkerAction {
    /** Called when a lap of the region [label] starts or ends. */
    public fun run(label: String)
}
