package timemory

import kotlin.jvm.JvmSynthetic
import timemory.internal.lean.*
import timemory.internal.text.shorten

/**
 * Defines a component with values of any type, in [ComponentBuilder.values]:
 * ```
 * val sizes = component("sizes", "Smallest and largest request", Quantity.MEMORY) {
 *     values<Sizes> {
 *         lap({ server.newSizes() }) { sizes -> sizes }
 *         merge { a, b -> Sizes(minOf(a.smallest, b.smallest), maxOf(a.largest, b.largest)) }
 *         numbers("smallest", "largest") { doubleArrayOf(it.smallest, it.largest) }
 *     }
 * }
 * ```
 * A value must not be changed after the lap, because totals may keep it.
 */
@TimemoryDsl
public class ValuesBuilder<V : Any> internal constructor(private val id: String) {
    private var start: () -> Any? = { null }
    private var stop: ((Any?) -> V)? = null
    private var merge: ((V, V) -> V)? = null
    private var names: List<String> = emptyList()
    private var numbers: (V) -> DoubleArray = { DoubleArray(0) }
    private var display: (V) -> String = { it.toString() }

    /** The value of a lap is the result of [read] at its end. */
    public fun sample(read: () -> V): ValuesBuilder<V> = also { it.stop = { read() } }

    /** The value of a lap is the result of [stop] at its end, which is passed the result of [start] at its start. */
    public fun <S> lap(start: () -> S, stop: (S) -> V): ValuesBuilder<V> {
        this.start = start
        @Suppress("UNCHECKED_CAST") // its argument is the result of start
        this.stop = { begun -> stop(begun as S) }
        return this
    }

    /** Defines how two values add up, for totals of laps and of threads. It must not change them. */
    public fun merge(merge: (V, V) -> V): ValuesBuilder<V> = also { it.merge = merge }

    /**
     * Defines the numbers in a value: [numbers] returns one for each of [names], and each gets statistics of its own.
     *
     * @throws IllegalArgumentException if a name is empty or a duplicate
     */
    public fun numbers(names: List<String>, numbers: (V) -> DoubleArray): ValuesBuilder<V> {
        for ((i, name) in names.withIndex()) {
            require(name.isNotEmpty() && names.indexOf(name) == i) {
                "number '${shorten(name)}' of component '$id' is ${if (name.isEmpty()) "without a name" else "named twice"}"
            }
        }
        this.names = names.toList()
        this.numbers = numbers
        return this
    }

    /** Names the numbers as arguments: `numbers("low", "high") { doubleArrayOf(it.low, it.high) }`. */
    @JvmSynthetic // Java has the list
    public fun numbers(vararg names: String, numbers: (V) -> DoubleArray): ValuesBuilder<V> = numbers(names.asList(), numbers)

    /** Defines how tables show a value; by default, [toString]. */
    public fun display(display: (V) -> String): ValuesBuilder<V> = also { it.display = display }

    internal fun build(): DefinedValue = AnyValue(
        start,
        requireNotNull(stop) { "component '$id' has no value: say by sample or lap what it measures" },
        requireNotNull(merge) { "component '$id' does not say how its values add up: call merge" },
        names,
        numbers,
        display,
    )
}

/** Defines the values of a component. */
public fun interface ValuesDefinition<V : Any> {
    /** Calls the functions of the builder. */
    public fun ValuesBuilder<V>.define()
}
