package timemory

/** A type that delegates to [original] whatever it does not override. */
internal abstract class DelegatingType(val original: ComponentType<*>, id: String) :
    ComponentType<Component>(id, original.description, original.quantity, { original.create() }) {
    override val binding: Binding get() = original.binding
    override val elements: List<String> get() = original.elements
    override val category: String get() = original.category
    override val source: String get() = original.source
    override val precision: Int? get() = original.precision
    override val width: Int? get() = original.width
    override val title: String get() = original.title
    override val hidesZeros: Boolean get() = original.hidesZeros
    override val elementCount: Int get() = original.elementCount
    override val hasValues: Boolean get() = original.hasValues
    override val isSampled: Boolean get() = original.isSampled
    override val isLeftOutOnVirtualThreads: Boolean get() = original.isLeftOutOnVirtualThreads
    override val includesMeasuring: Boolean get() = original.includesMeasuring
    override val includesInside: Boolean get() = original.includesInside
    override val mayBeCalibrated: Boolean get() = original.mayBeCalibrated

    override fun joinedBundle() = original.joinedBundle()

    override fun isAdditive(element: Int): Boolean = original.isAdditive(element)

    override fun unavailableReason(): String? = original.unavailableReason()

    override fun titleOf(numbers: List<Int>): String = original.titleOf(numbers)

    override fun quantityOf(element: Int): Quantity = original.quantityOf(element)

    override fun unitSuffix(element: Int): String = original.unitSuffix(element)

    override fun plusAny(a: Any, b: Any): Any = original.plusAny(a, b)

    override fun minusAny(a: Any, b: Any): Any? = original.minusAny(a, b)

    override fun numbersAny(value: Any): DoubleArray = original.numbersAny(value)

    override fun displayAny(value: Any): String? = original.displayAny(value)
}
