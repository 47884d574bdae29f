package timemory.export.internal

import kotlin.math.abs
import kotlin.math.round
import timemory.internal.text.JsonWriter
import timemory.internal.text.powerOfTen

/**
 * Columns of large results, as bytes that compress well and that the report reads in a fraction of the time that JSON arrays take. The JSON
 * refers to a column by `{"at": FIRST BYTE, "size": PLACES, "kind": KIND, "guess": GUESS, "digits": DIGITS}`.
 *
 * A `whole` column has for each node the difference to the guess, zigzag-encoded (0, -1, 1, -2, ...), plus 1, as a little-endian base-128
 * varint; 0 means no value. Numbers divided by a power of ten are stored as their digits. A `real` column has a byte for each node: 0 if
 * the guess is right, 1 for no value, 2 if a little-endian eight-byte number follows; a `single` column has four-byte numbers.
 *
 * `src/model/packed.ts` in the report module reads them.
 */
internal class PackedColumns {
    private val data = ProtoWriter()

    /** The number of bytes. */
    val size: Int get() = data.size

    /** Copies all bytes into [target], from [from] on. */
    fun copyInto(target: ByteArray, from: Int) {
        data.bytes.copyInto(target, from, 0, size)
    }

    /**
     * Writes a column with [size] entries, and its description to [json].
     *
     * @param digits how many of the numbers' last digits are decimal places
     * @param isRounded whether seven digits are enough
     */
    fun write(json: JsonWriter, size: Int, guess: Guess, digits: Int = 0, isRounded: Boolean = false, numbers: Numbers) {
        // As in JSON, infinite numbers do not exist.
        val values = DoubleArray(size) { place -> numbers.at(place).let { if (it.isFinite()) it else Double.NaN } }
        val likely = guessesOf(guess, values)
        val isWhole = values.indices.all { values[it].isNaN() || isWhole(values[it]) && isWhole(likely.at(it)) }
        // A number near its guess is shorter as a whole-number difference; for others, the guess is zero or a known value.
        val used = if (isWhole || guess is Guess.Known) guess else Guess.None
        val guesses = if (used === guess) likely else guessesOf(used, values)
        val isSingle = isRounded && values.all { it.isNaN() || it == 0.0 || abs(it) in MIN_SINGLE..MAX_SINGLE }
        val kind = if (isWhole) "whole" else if (isSingle) "single" else "real"
        json.beginObject()
        json.field("at", this.size.toLong())
        json.field("size", size.toLong())
        json.field("kind", kind)
        json.field("guess", used.name)
        if (digits > 0) json.field("digits", digits.toLong())
        json.endObject()
        val scale = if (isWhole) 1.0 else powerOfTen(digits)
        for (place in 0 until size) {
            val value = values[place]
            when {
                isWhole -> whole(if (value.isNaN()) null else (value - guesses.at(place)).toLong())
                value.isNaN() -> data.byte(NONE)
                value == guesses.at(place) -> data.byte(GUESSED)
                isSingle -> number((value / scale).toFloat().toRawBits().toLong(), Int.SIZE_BYTES)
                else -> number((value / scale).toRawBits(), Long.SIZE_BYTES)
            }
        }
    }

    private fun guessesOf(guess: Guess, values: DoubleArray): Numbers = when (guess) {
        is Guess.None -> Numbers { 0.0 }
        is Guess.Place -> Numbers { it.toDouble() }
        is Guess.Known -> Numbers { guess.of.at(it).let { known -> if (known.isNaN()) 0.0 else known } }
        is Guess.Before -> {
            var last = 0.0
            val before = DoubleArray(values.size) { place -> last.also { if (!values[place].isNaN()) last = values[place] } }
            Numbers { before[it] }
        }
    }

    private fun isWhole(value: Double) = abs(value) <= MAX_WHOLE && value == round(value)

    private fun whole(difference: Long?) {
        data.varint(if (difference == null) 0L else ((difference shl 1) xor (difference shr Long.SIZE_BITS - 1)) + 1L)
    }

    private fun number(bits: Long, bytes: Int) {
        data.byte(FOLLOWS)
        for (i in 0 until bytes) data.byte((bits ushr Byte.SIZE_BITS * i).toInt())
    }

    private companion object {
        const val GUESSED = 0
        const val NONE = 1
        const val FOLLOWS = 2

        /** Up to here zigzag-encoded differences are exact in the report's arithmetic. */
        const val MAX_WHOLE = 1_125_899_906_842_624.0
        const val MIN_SINGLE = 1e-30
        const val MAX_SINGLE = 1e30
    }
}

/** The numbers of a column by node; NaN for no value. */
internal fun interface Numbers {
    fun at(place: Int): Double
}

/** A prediction of a column's values from data that the reader already has: only the differences are stored. */
internal sealed class Guess(val name: String) {
    /** No prediction. */
    object None : Guess("none")

    /** A number is near its node's index. */
    object Place : Guess("place")

    /** A number is near the previous one. */
    object Before : Guess("before")

    /** A number is near the value that other columns imply for its node, see [of]. */
    class Known(name: String, val of: Numbers) : Guess(name)
}
