package timemory.internal.text

/** Writes named values, objects and arrays inside one another as it goes: as JSON, or as XML. */
internal interface StructureWriter {
    fun beginObject()

    fun endObject()

    fun beginArray()

    fun endArray()

    /** The name of the value, object or array that comes next, inside an object. */
    fun name(name: String)

    fun value(text: String)

    fun value(number: Long)

    fun value(number: ULong)

    fun value(number: Double)

    /** Writes [number] / 10^[exponent]. */
    fun value(number: Double, exponent: Int)

    fun value(flag: Boolean)

    /** [number], or that it is not known. */
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
