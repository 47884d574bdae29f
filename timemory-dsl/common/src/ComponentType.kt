package timemory

import timemory.internal.lean.*

/**
 * The description of a component class: its name, its unit, its binding, and how to create an instance. Usually the companion object of the
 * class:
 * ```
 * companion object TYPE : ComponentType<OpenFiles>("open_files", "Change of the number of open files", Quantity.COUNT, ::OpenFiles)
 * ```
 * In Java, a `public static final ComponentType<OpenFiles>` field of the class. On Kotlin/Native the class must also name it with
 * [DescribedBy], because its companion cannot be found from the class there.
 *
 * @property id the unique name, lower case with underscores, used in code, on the command line and in files: `wall_clock`
 * @property description one sentence that describes the measured quantity; the title of its table
 * @property quantity the kind of number, which determines its units
 * @property factory creates an instance without laps
 * @throws IllegalArgumentException if [id] has characters other than lower-case letters, digits and underscores
 */
public open class ComponentType<C : Component>(
    public val id: String,
    public val description: String,
    public val quantity: Quantity,
    private val factory: ComponentFactory<C>,
) {
    init {
        require(id.isNotEmpty() && id.all { it in 'a'..'z' || it in '0'..'9' || it == '_' }) {
            "component id '$id' must be lower-case letters, digits and underscores, like 'wall_clock'"
        }
    }

    /** The short name of the values, as in the METRIC column and in file names: `wall`. */
    public open val label: String get() = id

    /** Other names accepted in the configuration. */
    public open val aliases: List<String> get() = emptyList()

    /** What the value belongs to, which determines what happens to it on other threads. */
    public open val binding: Binding get() = Binding.WALL

    /** Names of the numbers in one value; empty for a value that is a single number or text. */
    public open val elements: List<String> get() = emptyList()

    /** The group of measurements it belongs to, as shown in listings. */
    public open val category: String get() = "other"

    /** The source of the values, as shown in listings: a system call, a file, a method; empty if obvious. */
    public open val source: String get() = ""

    /** Digits after the decimal point in tables, unless settings override it; `null` for the default of its quantity. */
    public open val precision: Int? get() = null

    /** The minimum width of its table columns, unless settings override it; `null` for the width of its values. */
    public open val width: Int? get() = null

    /**
     * Whether number [element] adds up over laps and over child regions. If it does not, like a utilisation, it has no exclusive value.
     */
    public open fun isAdditive(element: Int): Boolean = true

    /**
     * Whether the value of a lap includes the values of the regions inside, as a time does. If it does not, as with a count of laps, there
     * is nothing to subtract: the exclusive value equals the inclusive one.
     */
    internal open val includesInside: Boolean get() = true

    /** Returns a sentence that says why this component cannot measure on this machine, or `null` if it can. Called once. */
    public open fun unavailableReason(): String? = null

    /**
     * Called when code puts the component into a bundle: slow preparations can be made here, before measuring starts. Must not throw.
     */
    public open fun joinedBundle() {}

    /**
     * Whether the library may start and stop extra instances to find out the overhead of a lap; `true` only if that affects nothing but the
     * instance. If `false`, results do not show the overhead contained in its values.
     */
    public open val mayBeCalibrated: Boolean get() = false

    /** Creates an instance without laps. */
    public open fun create(): C = factory.create()

    /**
     * Returns the current reading of its source, in raw units: for [PeakRss] the high-water mark of memory so far, for a clock its time.
     * `null` if the value of a lap is not the difference of two readings, or the component is unavailable on this machine.
     */
    @InternalTimemoryApi
    public fun readingNow(): Long? {
        if (reasonAgainst() != null) return null
        return when (val component = create()) {
            is LongDeltaComponent -> component.readingNow()
            is SystemComponent -> component.readingNow()
            else -> null
        }
    }

    /** The heading of its table. */
    @InternalTimemoryApi
    public open val title: String get() = description.uppercase()

    /** The heading of a table that shows only [numbers] of its values. */
    @InternalTimemoryApi
    public open fun titleOf(numbers: List<Int>): String = title

    /** Whether tables leave out numbers that are 0 in every region. */
    @InternalTimemoryApi
    public open val hidesZeros: Boolean get() = false

    /** The number of numbers in one value. */
    @InternalTimemoryApi
    public open val elementCount: Int get() = 1

    /** Whether it records values, which results show. */
    @InternalTimemoryApi
    public open val hasValues: Boolean get() = true

    /**
     * Whether it records no laps itself: its values are samples, taken elsewhere while regions are open and counted in the innermost
     * region.
     */
    @InternalTimemoryApi
    public open val isSampled: Boolean get() = false

    /**
     * Whether it is skipped on virtual threads, because its values would belong to the carrier thread, which also runs other virtual
     * threads.
     */
    @InternalTimemoryApi
    public open val isLeftOutOnVirtualThreads: Boolean get() = binding === Binding.THREAD

    /**
     * Whether its values, if they are times, include the time that measuring takes inside a region; `false` if nothing runs meanwhile, or
     * it runs elsewhere.
     */
    @InternalTimemoryApi
    public open val includesMeasuring: Boolean get() = true

    /** The kind of number [element]: [quantity], unless a value has numbers of several kinds. */
    @InternalTimemoryApi
    public open fun quantityOf(element: Int): Quantity = quantity

    /** The suffix of the unit of number [element]. */
    @InternalTimemoryApi
    public open fun unitSuffix(element: Int): String = ""

    /** Adds two values that are not plain numbers. */
    @InternalTimemoryApi
    public open fun plusAny(a: Any, b: Any): Any = error("$id records plain numbers")

    /** Subtracts [b], which is part of [a], from it; `null` if that makes no sense. */
    @InternalTimemoryApi
    public open fun minusAny(a: Any, b: Any): Any? = null

    /** Returns the numbers in a value that is not a plain number. */
    @InternalTimemoryApi
    public open fun numbersAny(value: Any): DoubleArray = error("$id records plain numbers")

    /** Formats a value that is not a plain number; `null` if its numbers are sufficient. */
    @InternalTimemoryApi
    public open fun displayAny(value: Any): String? = value.toString()

    override fun toString(): String = id
}

/** Creates instances of a component class: `::OpenFiles` in Kotlin, `OpenFiles::new` in Java. */
public fun interface ComponentFactory<out C : Component> {
    /** Returns a new instance without laps. */
    public fun create(): C
}

/**
 * For types that override [ComponentType.create], like those of the core: a factory for each would be one more class to load at startup.
 */
internal object MadeByItsType : ComponentFactory<Nothing> {
    override fun create(): Nothing = error("this component's type makes it")
}

/**
 * The [ComponentType] of a [ValueComponent] with values of type [V].
 *
 * If a value contains numbers, [elements] names them and [numbers] returns them in the same order; each then gets its own statistics and
 * its own column group.
 */
public abstract class ValueComponentType<C : ValueComponent<V>, V : Any>(
    id: String,
    description: String,
    quantity: Quantity,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, quantity, factory) {
    /** Returns the sum of two values, for the totals of laps and of threads. Must not change [a] or [b]. */
    public abstract fun plus(a: V, b: V): V

    /** Returns the numbers in [value], one for each name in [elements]. */
    public open fun numbers(value: V): DoubleArray = DoubleArray(0)

    /** Returns [value] as text for a table. */
    public open fun display(value: V): String = value.toString()

    final override val elementCount: Int get() = elements.size

    /** Like [plus], but a `null`, which Java may return, is an error. */
    internal fun added(a: V, b: V): V = plus(a, b) as V? ?: error("$id has null for the sum of two values")

    @Suppress("UNCHECKED_CAST") // totals of this type only hold values of V
    final override fun plusAny(a: Any, b: Any): Any = added(a as V, b as V)

    @Suppress("UNCHECKED_CAST") // as above
    final override fun numbersAny(value: Any): DoubleArray = numbers(value as V)

    @Suppress("UNCHECKED_CAST") // as above
    final override fun displayAny(value: Any): String = display(value as V)
}

/** Returns why this component is unavailable here, `null` if it is available; an exception thrown by the query counts as a reason. */
internal fun ComponentType<*>.reasonAgainst(): String? = try {
    unavailableReason()
} catch (failure: Throwable) {
    "the check whether it is available failed: $failure"
}
