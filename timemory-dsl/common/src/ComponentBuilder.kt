package timemory

import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmSynthetic
import timemory.internal.lean.*
import timemory.internal.text.shorten
import timemory.internal.text.wordsOf
import timemory.settings.Catalogue

/**
 * Defines a component by what it reads, without a class of its own:
 * ```
 * val queueDepth = component("queue_depth", "Jobs waiting") { sample { queue.size.toLong() } }
 *
 * val tools = bundle<WallClock> { add(queueDepth) }
 * ```
 * @param id the one name, lower case with underscores, used in code, on the command line and in files
 * @param description one sentence that says what is measured
 * @param quantity what kind of number it is, and so its units
 * @throws IllegalArgumentException if [id] has other characters, or [define] does not say exactly once what the value is
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
 * and in Kotlin as the receiver of [component]. One of [delta], [sample], [doubleDelta], [doubleSample], [ratio], [rate], [sum], [values]
 * and [marker] says what its value is. For a component that is measured a million times a second, write a class, which the compiler calls
 * directly: see [LongDeltaComponent].
 *
 * What a function throws costs the component that lap, and is reported once.
 *
 * ### Thread-safety
 * To be used by one thread. The functions given to it are called by every thread that measures, so they must be thread-safe.
 *
 * @throws IllegalArgumentException if [id] is not made of lower-case letters, digits and underscores
 */
@TimemoryDsl
public class ComponentBuilder @JvmOverloads constructor(
    private val id: String,
    private val description: String,
    private val quantity: Quantity = Quantity.COUNT,
) {
    private val properties = DefinedProperties(id)
    private var value: DefinedValue? = null

    /** The short name of the values, as in the METRIC column and in file names; the id without it. */
    public fun label(label: String): ComponentBuilder = also { properties.label = label }

    /**
     * Other names understood in configuration.
     *
     * @throws IllegalArgumentException if one has capital letters, or separators of lists
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

    /** What the value belongs to, and so what happens to it on other threads; [Binding.WALL] without it. */
    public fun binding(binding: Binding): ComponentBuilder = also { properties.binding = binding }

    /** What group of measurements it belongs to, as listings show it. */
    public fun category(category: String): ComponentBuilder = also { properties.category = category }

    /** Where the values come from, as listings show it. */
    public fun source(source: String): ComponentBuilder = also { properties.source = source }

    /**
     * Digits after the decimal point in tables, unless the settings `PRECISION`, `TIMING_PRECISION` or `MEMORY_PRECISION` say otherwise.
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
     * The least width of its columns in tables, unless the settings `WIDTH`, `TIMING_WIDTH` or `MEMORY_WIDTH` say otherwise.
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

    /** Leaves the component out where [reason] returns a sentence that says why it cannot measure. Asked once. */
    public fun unavailable(reason: UnavailableReason): ComponentBuilder = also { properties.reason = reason }

    /** The value of a lap is what [reading] returns at its end less what it returned at its start. */
    public fun delta(reading: LongReading): ComponentBuilder = define(DeltaValue(reading))

    /** The value of a lap is what [reading] returns at its end. */
    public fun sample(reading: LongReading): ComponentBuilder = define(SampleValue(reading))

    /** Records the difference of two readings, as [delta] does, of floating-point numbers. */
    public fun doubleDelta(reading: DoubleReading): ComponentBuilder = define(DoubleDeltaValue(reading))

    /** Records the reading at the end of a lap, as [sample] does, of a floating-point number. */
    public fun doubleSample(reading: DoubleReading): ComponentBuilder = define(DoubleSampleValue(reading))

    /**
     * The value of a lap is what [numerator] measures in it by what [denominator] measures, times [factor]; of several laps, the sums of both
     * are divided. Both must measure integers, in raw units.
     */
    @JvmOverloads
    public fun ratio(numerator: ComponentType<*>, denominator: ComponentType<*>, factor: Double = 1.0): ComponentBuilder =
        define(RatioValue(numerator, denominator, factor))

    /** The value of a lap is what [amount] measures in it, and how much of that there was in a second. It must measure integers. */
    public fun rate(amount: ComponentType<*>): ComponentBuilder = define(RateValue(amount))

    /** The value of a lap is the sum of what components with [types] measure in it. They must measure integers. */
    public fun sum(vararg types: ComponentType<*>): ComponentBuilder = define(SumValue(types.asList().toList()))

    /** The value of a lap is of any type [V]: see [ValuesBuilder]. */
    public fun <V : Any> values(definition: ValuesDefinition<V>): ComponentBuilder =
        define(ValuesBuilder<V>(id).also { with(definition) { it.define() } }.build())

    /** Records nothing: calls [start] with the region's label as a lap begins, and [stop] as it ends. */
    public fun marker(start: MarkerAction, stop: MarkerAction): ComponentBuilder = define(MarkerValue(start, stop))

    private fun define(value: DefinedValue): ComponentBuilder {
        val known = this.value
        require(known == null) { "component '$id' defines its value twice, by ${known?.name} and by ${value.name}: remove one" }
        this.value = value
        return this
    }

    /**
     * The component. It can be put into bundles at once; [Components.register] makes it known by its id. Later calls of the
     * builder do not change it.
     *
     * @throws IllegalArgumentException if nothing says what its value is, or a component that it is made of measures no integers
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
    /** The value now. */
    public fun read(): Long
}

/** Reads a floating-point number. */
public fun interface DoubleReading {
    /** The value now. */
    public fun read(): Double
}

/** Says why something is unavailable. */
public fun interface UnavailableReason {
    /** A sentence that says why, and what to do; `null` where it is available. */
    public fun reason(): String?
}

/** What a marker does with the label of a region. */
public fun interface MarkerAction {
    /** Called as a lap of the region [label] begins or ends. */
    public fun run(label: String)
}
