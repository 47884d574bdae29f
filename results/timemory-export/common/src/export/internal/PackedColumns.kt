package timemory.export.internal

import kotlin.math.abs
import kotlin.math.round
import timemory.internal.text.JsonWriter
import timemory.internal.text.powerOfTen

/**
 * Columns of large results, as bytes that a compressor makes little of and that a page has read in a fraction of the time that arrays of
 * JSON take. What stands for a column in the JSON is `{"at": FIRST BYTE, "size": PLACES, "kind": KIND, "guess": GUESS, "digits": DIGITS}`.
 *
 * A column of the kind `whole` has the difference to the guess, folded to a number from 0 on (0, -1, 1, -2, ...), plus 1, in groups of
 * seven bits, the lowest first; 0 stands for none. What is divided by a power of ten has its digits. A column of the kind `real` has a byte
 * for each place: 0 for what the guess says, 1 for none, 2 for a number of eight bytes that follows, the lowest first; of the kind `single`
 * it has four bytes.
 *
 * `src/model/packed.ts` in the module of the page reads them.
 */
internal class PackedColumns {
    private val data = ProtoWriter()

    /** How many bytes there are. */
    val size: Int get() = data.size

    /** Copies all bytes into [target], from [from] on. */
    fun copyInto(target: ByteArray, from: Int) {
        data.bytes.copyInto(target, from, 0, size)
    }

    /**
     * Writes a column with [size] places, and to [json] what stands for it.
     *
     * @param digits how many of the numbers' last digits are behind the point
     * @param isRounded whether seven digits are enough
     */
    fun write(json: JsonWriter, size: Int, guess: Guess, digits: Int = 0, isRounded: Boolean = false, numbers: Numbers) {
        // As in JSON, there is no number that is infinite.
        val values = DoubleArray(size) { place -> numbers.at(place).let { if (it.isFinite()) it else Double.NaN } }
        val likely = guessesOf(guess, values)
        val isWhole = values.indices.all { values[it].isNaN() || isWhole(values[it]) && isWhole(likely.at(it)) }
        // What is near to a guess is shorter as a difference alone: others are expected to be zero, or what is known.
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

        /** Up to here folded differences are whole numbers as well, in the arithmetic of a page. */
        const val MAX_WHOLE = 1_125_899_906_842_624.0
        const val MIN_SINGLE = 1e-30
        const val MAX_SINGLE = 1e30
    }
}

/** The numbers of a column, by place; NaN where there is none. */
internal fun interface Numbers {
    fun at(place: Int): Double
}

/** What a reader of a column can expect of it, as what he has read says it: only how numbers differ from that is kept. */
internal sealed class Guess(val name: String) {
    /** Nothing is known. */
    object None : Guess("none")

    /** A number is near to that of its place. */
    object Place : Guess("place")

    /** A number is near to the last one before. */
    object Before : Guess("before")

    /** A number is near to what other columns have at its place, see [of]. */
    class Known(name: String, val of: Numbers) : Guess(name)
}
