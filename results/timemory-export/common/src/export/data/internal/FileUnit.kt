package timemory.export.data.internal

import kotlinx.serialization.json.JsonElement
import kotlinx.serialization.json.JsonPrimitive
import timemory.DisplayUnit
import timemory.Quantity

/** The quantity that a unit symbol stands for, and its size in raw units. */
internal class FileUnit(val quantity: Quantity, val suffix: String, private val size: Double) {
    /** The exponent if [size] is a power of ten; 0 otherwise. */
    private val exponent = if (size in POWERS) POWERS.indexOf(size) else 0

    /** Converts [number] from a file to raw units. Shifts the decimal point if possible, so that the result is exact. */
    fun raw(number: JsonElement): Double = when {
        exponent == 0 -> number.number() * size
        number !is JsonPrimitive || number.isString -> Double.NaN
        number.content.any { it == 'e' || it == 'E' || it.isLetter() } -> number.number() * size
        else -> (number.content + "e" + exponent).toDouble()
    }

    companion object {
        private val KNOWN = listOf(Quantity.TIME, Quantity.MEMORY, Quantity.ENERGY)
        private val POWERS = listOf(1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12)

        /** @param size the size of [symbol] in raw units, used if the symbol is unknown */
        fun of(symbol: String, size: Double): FileUnit {
            val plain = symbol.substringBefore('/')
            for (quantity in KNOWN) {
                val unit = quantity.units.firstOrNull { it.symbol.equals(plain, ignoreCase = true) } ?: continue
                return FileUnit(quantity, symbol.substring(plain.length), unit.size)
            }
            if (symbol.isEmpty()) return FileUnit(Quantity.COUNT, "", 1.0)
            if (symbol == "%") return FileUnit(Quantity.PERCENTAGE, "", 1.0)
            val factor = if (size > 0.0 && size < Double.POSITIVE_INFINITY) size else 1.0
            return FileUnit(Quantity("", listOf(DisplayUnit(symbol, factor))), "", factor)
        }
    }
}
