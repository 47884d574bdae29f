package timemory

/**
 * Writes JSON as it goes, holding nothing but how deep it is: a call graph may have a hundred thousand nodes, or ten thousand levels.
 *
 * Text is written in ASCII where it matters: control characters, the line separators U+2028 and U+2029, and surrogates without
 * their other half are escaped, so that the file is valid UTF-8 whatever a label holds. A number that JSON does not know
 * (infinite, not a number) is written as `null`.
 */
internal class JsonWriter(private val out: Appendable) {
    private var needsComma = false

    fun beginObject() = open('{')

    fun endObject() = close('}')

    fun beginArray() = open('[')

    fun endArray() = close(']')

    fun name(name: String) {
        separate()
        quote(name)
        out.append(':')
        needsComma = false
    }

    fun value(text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    fun value(number: Long) = raw(number.toString())

    fun value(number: ULong) = raw(number.toString())

    fun value(number: Double) = raw(if (number.isFinite()) number.toString() else "null")

    fun value(flag: Boolean) = raw(flag.toString())

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

    private fun raw(text: String) {
        separate()
        out.append(text)
        needsComma = true
    }

    private fun open(bracket: Char) {
        separate()
        out.append(bracket)
        needsComma = false
    }

    private fun close(bracket: Char) {
        out.append(bracket)
        needsComma = true
    }

    private fun separate() {
        if (needsComma) out.append(',')
    }

    private fun quote(text: String) {
        out.append('"')
        for (i in text.indices) {
            val c = text[i]
            when {
                c == '"' -> out.append("\\\"")
                c == '\\' -> out.append("\\\\")
                c == '\n' -> out.append("\\n")
                c == '\r' -> out.append("\\r")
                c == '\t' -> out.append("\\t")
                c.isISOControl() || c == '\u2028' || c == '\u2029' || isLoneSurrogate(text, i) -> out.append(unicodeEscape(c))
                else -> out.append(c)
            }
        }
        out.append('"')
    }
}

/** Whether the character at [i] is half of a pair whose other half is missing. */
internal fun isLoneSurrogate(text: String, i: Int): Boolean {
    val c = text[i]
    return when {
        c.isHighSurrogate() -> i + 1 == text.length || !text[i + 1].isLowSurrogate()
        c.isLowSurrogate() -> i == 0 || !text[i - 1].isHighSurrogate()
        else -> false
    }
}

/** [c] as a backslash, `u` and four hexadecimal digits. */
internal fun unicodeEscape(c: Char): String = "\\u" + c.code.toString(16).padStart(4, '0')
