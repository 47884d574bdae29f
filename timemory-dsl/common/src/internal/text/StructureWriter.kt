package timemory.internal.text

/** Writes named values, objects and arrays, which can be nested, in a streaming way: as JSON or XML. */
internal interface StructureWriter {
    fun beginObject()

    fun endObject()

    fun beginArray()

    fun endArray()

    /** Writes the name of the next value, object or array inside an object. */
    fun name(name: String)

    fun value(text: String)

    fun value(number: Long)

    fun value(number: ULong)

    fun value(number: Double)

    /** Writes [number] / 10^[exponent]. */
    fun value(number: Double, exponent: Int)

    fun value(flag: Boolean)

    /** Writes [number], or that it is unknown. */
    fun valueOrNothing(number: Long?) = if (number == null) value(Double.NaN) else value(number)

    fun field(name: String, text: String) {
        name(name)
        value(text)
    }

    fun field(name: String, number: Long) {
        name(name)
        value(number)
    }

    fun field(name: String, number: Double) {
        name(name)
        value(number)
    }

    fun field(name: String, flag: Boolean) {
        name(name)
        value(flag)
    }
}
