package timemory.export.internal

import timemory.internal.text.JsonWriter

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

/** Where the numbers of a page go. */
internal interface PageColumns {
    /** Whether places of several threads are written as a column, see [writeSets]. */
    val hasSets: Boolean

    /**
     * Writes a column with [size] places.
     *
     * @param digits how many of the numbers' last digits are behind the point
     * @param isRounded whether seven digits are enough
     */
    fun write(json: JsonWriter, size: Int, guess: Guess = Guess.None, digits: Int = 0, isRounded: Boolean = false, numbers: Numbers)
}

/** As arrays of JSON, which everybody can read. */
internal object PlainColumns : PageColumns {
    override val hasSets: Boolean get() = false

    override fun write(json: JsonWriter, size: Int, guess: Guess, digits: Int, isRounded: Boolean, numbers: Numbers) {
        json.beginArray()
        for (place in 0 until size) json.value(numbers.at(place), digits)
        json.endArray()
    }
}
