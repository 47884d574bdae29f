package timemory

import timemory.internal.lean.*

/**
 * The description of a component class: its name, its unit, its binding, and how to create an instance. Usually the companion object of the
 * class:
 * ```
 * companion object TYPE : ComponentType<OpenFiles>("open_files", "Change of the number of open files", Quantity.COUNT, ::OpenFiles)
 * ```
 * In Java, a `public static final ComponentType<OpenFiles>` field of the class. On Kotlin/Native the class names it by
 * [DescribedBy] besides, because nothing else leads from a class to its companion there.
 *
 * @property id the one name, lower case with underscores, used in code, on the command line and in files: `wall_clock`
 * @property description one sentence that says what is measured; the title of its table
 * @property quantity what kind of number it is, and so its units
 * @property factory makes an instance with no laps
 * @throws IllegalArgumentException if [id] is not made of lower-case letters, digits and underscores
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

    /** Other names understood in configuration. */
    public open val aliases: List<String> get() = emptyList()

    /** What the value is tied to, which decides what happens to it on other threads. */
    public open val binding: Binding get() = Binding.WALL

    /** Names of the numbers in one value; empty for a value that is a single number or text. */
    public open val elements: List<String> get() = emptyList()

    /** The group of measurements it belongs to, as shown in listings. */
    public open val category: String get() = "other"

    /** The source of the values, as shown in listings: a system call, a file, a method; empty if obvious. */
    public open val source: String get() = ""

    /** Digits after the decimal point in tables, unless settings say otherwise; `null` for as many as its quantity has. */
    public open val precision: Int? get() = null

    /** The least width of its columns in tables, unless settings say otherwise; `null` for as little as its values need. */
    public open val width: Int? get() = null

    /**
     * Whether number [element] adds up over laps and over the regions inside a region. If it does not, as with a utilisation, it has no
     * exclusive value.
     */
    public open fun isAdditive(element: Int): Boolean = true

    /**
     * Whether the value of a lap has in it what regions inside took, as a time has. Where it does not, as of a count of the laps themselves,
     * there is nothing to subtract: the exclusive value is the inclusive one.
     */
    internal open val includesInside: Boolean get() = true

    /** Returns a sentence that says why this component cannot measure on this machine, or `null` if it can. Called once. */
    public open fun unavailableReason(): String? = null

    /**
     * Called when the component is put into a bundle in code: slow preparations can be made here, before anything is measured. Must not
     * throw.
     */
    public open fun joinedBundle() {}

    /**
     * Whether the library may start and stop extra instances to find out the overhead of a lap; `true` only if that affects nothing but the
     * instance. If `false`, results do not show how much of a value is overhead.
     */
    public open val mayBeCalibrated: Boolean get() = false

    /** Creates an instance without laps. */
    public open fun create(): C = factory.create()

    /**
     * What its source reads now, in raw units: of [PeakRss] the memory's high-water mark so far, of a clock the time that it shows. `null`
     * where the value of a lap is not the difference of two readings, and where it cannot be measured on this machine.
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

    /** How many numbers one value holds. */
    @InternalTimemoryApi
    public open val elementCount: Int get() = 1

    /** Whether it records anything, and results show it. */
    @InternalTimemoryApi
    public open val hasValues: Boolean get() = true

    /**
     * Whether it records no laps itself: its values are samples, which something else takes while regions are open, and which count at the
     * innermost region.
     */
    @InternalTimemoryApi
    public open val isSampled: Boolean get() = false

    /** Whether its values would belong to the carrier of a virtual thread, which runs others as well. */
    @InternalTimemoryApi
    public open val isLeftOutOnVirtualThreads: Boolean get() = binding === Binding.THREAD

    /**
     * Whether the time that measuring takes inside a region is part of its values, where these are times: not where nothing runs, or
     * elsewhere.
     */
    @InternalTimemoryApi
    public open val includesMeasuring: Boolean get() = true

    /** What kind of number [element] is: [quantity], unless a value holds numbers of several kinds. */
    @InternalTimemoryApi
    public open fun quantityOf(element: Int): Quantity = quantity

    /** What the unit of number [element] ends with. */
    @InternalTimemoryApi
    public open fun unitSuffix(element: Int): String = ""

    /** Adds two values that are not plain numbers. */
    @InternalTimemoryApi
    public open fun plusAny(a: Any, b: Any): Any = error("$id records plain numbers")

    /** Takes [b], which is part of it, from [a]; `null` where that makes no sense. */
    @InternalTimemoryApi
    public open fun minusAny(a: Any, b: Any): Any? = null

    /** The numbers that a value which is not a plain number holds. */
    @InternalTimemoryApi
    public open fun numbersAny(value: Any): DoubleArray = error("$id records plain numbers")

    /** Shows a value that is not a plain number; `null` where its numbers say it all. */
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
 * Of a type that overrides [ComponentType.create], as those of the core do: a factory each would be a class each, to be loaded when a
 * program starts.
 */
internal object MadeByItsType : ComponentFactory<Nothing> {
    override fun create(): Nothing = error("this component's type makes it")
}

/**
 * The [ComponentType] of a [ValueComponent] with values of type [V].
 *
 * Where a value holds numbers, [elements] names them and [numbers] gives them in the same order; each then gets its
 * own statistics and its own column group.
 */
public abstract class ValueComponentType<C : ValueComponent<V>, V : Any>(
    id: String,
    description: String,
    quantity: Quantity,
    factory: ComponentFactory<C>,
) : ComponentType<C>(id, description, quantity, factory) {
    /** Returns the sum of two values, for the totals of laps and of threads. Must not change [a] or [b]. */
    public abstract fun plus(a: V, b: V): V

    /** The numbers that [value] holds, one for each name in [elements]. */
    public open fun numbers(value: V): DoubleArray = DoubleArray(0)

    /** Returns [value] as text for a table. */
    public open fun display(value: V): String = value.toString()

    final override val elementCount: Int get() = elements.size

    /** As [plus]; a `null`, which Java may return, is an error. */
    internal fun added(a: V, b: V): V = plus(a, b) as V? ?: error("$id has null for the sum of two values")

    @Suppress("UNCHECKED_CAST") // totals of this type hold values of V only
    final override fun plusAny(a: Any, b: Any): Any = added(a as V, b as V)

    @Suppress("UNCHECKED_CAST") // as above
    final override fun numbersAny(value: Any): DoubleArray = numbers(value as V)

    @Suppress("UNCHECKED_CAST") // as above
    final override fun displayAny(value: Any): String = display(value as V)
}

/** Why this component is unavailable here, `null` where it is not; what it throws when it is asked is a reason too. */
internal fun ComponentType<*>.reasonAgainst(): String? = try {
    unavailableReason()
} catch (failure: Throwable) {
    "the check whether it is available failed: $failure"
}
