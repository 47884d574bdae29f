@file:OptIn(ExperimentalForeignApi::class)

package timemory.capi

import kotlinx.cinterop.COpaquePointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import timemory.ValueComponent
import timemory.ValueComponentType

/** A value as in C, in words so that it is aligned to 8 bytes. Must not be changed once it was recorded. */
internal class CustomValue(private val words: LongArray) {
    inline fun <R> use(work: (COpaquePointer) -> R): R = words.usePinned { work(it.addressOf(0)) }

    fun copy(): CustomValue = CustomValue(words.copyOf())

    /** The value as an array of doubles. */
    fun doubles(): DoubleArray = DoubleArray(words.size) { Double.fromBits(words[it]) }

    companion object {
        fun of(doubles: DoubleArray): CustomValue = CustomValue(LongArray(doubles.size) { doubles[it].toRawBits() })
    }
}

/**
 * The type of a component with values of several numbers: an array of doubles, or [valueSize] bytes of a type known only to the component's
 * functions.
 */
internal class CustomValuesType(
    description: CustomDescription,
    override val category: String,
    private val valueSize: Long,
    private val functions: CustomFunctions,
    create: () -> ValueComponent<CustomValue>,
) : ValueComponentType<ValueComponent<CustomValue>, CustomValue>(description.id, description.text, description.quantity, { create() }) {
    private val merges = description.elements.map { it.merge }
    private val factor = description.unit.size
    private val isOfDoubles = valueSize == 0L

    init {
        require(valueSize in 0L..MAX_VALUE_SIZE) {
            "component $id has values of ${valueSize.toULong()} bytes; at most $MAX_VALUE_SIZE are allowed"
        }
    }

    override val label: String = description.label
    override val elements: List<String> = description.elements.map { it.name }

    override fun isAdditive(element: Int): Boolean = isOfDoubles && merges[element] == Merge.SUM

    fun newValue(): CustomValue = CustomValue(LongArray(if (isOfDoubles) elements.size else ((valueSize + 7L) / 8L).toInt()))

    override fun plus(a: CustomValue, b: CustomValue): CustomValue {
        if (!isOfDoubles) return a.copy().also { functions.merge(it, b) }
        val first = a.doubles()
        val second = b.doubles()
        return CustomValue.of(DoubleArray(first.size) { merges[it].of(first[it], second[it]) })
    }

    /** Values merged otherwise have no exclusive part. */
    override fun minusAny(a: Any, b: Any): Any? {
        if (!isOfDoubles) return null
        val whole = (a as CustomValue).doubles()
        val part = (b as CustomValue).doubles()
        return CustomValue.of(DoubleArray(whole.size) { if (merges[it] == Merge.SUM) whole[it] - part[it] else whole[it] })
    }

    override fun numbers(value: CustomValue): DoubleArray {
        val found = if (isOfDoubles) value.doubles() else functions.numbers(value, elements.size)
        for (i in found.indices) found[i] *= factor
        return found
    }

    override fun display(value: CustomValue): String =
        numbers(value).withIndex().joinToString { (i, number) -> "${elements[i]} ${number / factor}" }

    private companion object {
        const val MAX_VALUE_SIZE = 4096L
    }
}
