package timemory.internal.text

import timemory.internal.lean.*

/** Room for the digits of a `Long`, a sign and a point, after as many zeros as the largest exponent needs. */
private const val DIGITS = 48

/** Up to this number, the digits of an integer in a double are also the shortest that represent it after a division. */
private const val EXACT = 999_999_999_999_999L

private const val ZERO = '0'.code.toByte()
private const val POINT = '.'.code.toByte()
private const val MINUS = '-'.code.toByte()

/** Accepts ASCII characters as bytes, without an object for the text. */
internal interface AsciiOutput {
    /** Writes the characters of [text] from [from] until [until], at most a few dozen. */
    fun ascii(text: ByteArray, from: Int, until: Int)
}

/**
 * Writes JSON in a streaming way, storing only the nesting depth: a call graph may have a hundred thousand nodes, or ten thousand levels.
 *
 * Special characters are escaped: control characters, the line separators U+2028 and U+2029, and unpaired surrogates, so that the file is
 * valid UTF-8 whatever a label contains. A number that JSON cannot represent (infinite, not a number) is written as `null`.
 *
 * @param isInMarkup whether it is inside an HTML page, where `<` could end the surrounding element
 */
internal class JsonWriter(private val out: Appendable, private val isInMarkup: Boolean = false) : StructureWriter {
    private var needsComma = false
    private val digits = ByteArray(DIGITS)
    private val file = out as? AsciiOutput

    /** Buffer for numbers with a fraction: it accepts one without an object for its text. */
    private val fraction = StringBuilder(DIGITS)

    override fun beginObject() = open('{')

    override fun endObject() = close('}')

    override fun beginArray() = open('[')

    override fun endArray() = close(']')

    override fun name(name: String) {
        separate()
        quote(name)
        out.append(':')
        needsComma = false
    }

    override fun value(text: String) {
        separate()
        quote(text)
        needsComma = true
    }

    override fun value(number: Long) {
        separate()
        appendShifted(number, 0)
        needsComma = true
    }

    override fun value(number: ULong) = raw(number.toString())

    override fun value(number: Double) {
        if (!number.isFinite()) return raw("null")
        fraction.setLength(0)
        raw(fraction.append(number))
    }

    /** [number] as the shortest text that is parsed as the same number: without a point if it is an integer. */
    fun shortest(number: Double) {
        val whole = number.toLong()
        val isWhole = whole.toDouble() == number && whole <= EXACT && whole >= -EXACT && (whole != 0L || number.toRawBits() == 0L)
        if (isWhole) value(whole) else value(number)
    }

    /**
     * Most numbers of a call graph are integers of nanoseconds or bytes, whose digits are written directly, with the point in its place:
     * without the search for the shortest text of a double, and without garbage.
     */
    override fun value(number: Double, exponent: Int) {
        val whole = number.toLong()
        if (whole.toDouble() != number || whole > EXACT || whole < -EXACT) return value(number / powerOfTen(exponent))
        separate()
        appendShifted(whole, exponent)
        needsComma = true
    }

    /** [number] / 10^[exponent], with at least one digit on both sides of the point if there is one. */
    private fun appendShifted(number: Long, exponent: Int) {
        if (number == Long.MIN_VALUE) {
            out.append(number.toString())
            return
        }
        if (exponent == 0 && number in 0L..9L) {
            out.append('0' + number.toInt())
            return
        }
        var rest = if (number < 0) -number else number
        var at = DIGITS
        var path = 0
        while (rest != 0L || path <= exponent) {
            if (path == exponent && exponent != 0) digits[--at] = POINT
            digits[--at] = (ZERO + (rest % 10).toInt()).toByte()
            rest /= 10
            path++
        }
        var end = DIGITS
        if (exponent != 0) while (digits[end - 1] == ZERO && digits[end - 2] != POINT) end--
        if (number < 0) digits[--at] = MINUS
        if (file != null) file.ascii(digits, at, end) else for (i in at until end) out.append(digits[i].toInt().toChar())
    }

    /** `null`. */
    fun nothing() = raw("null")

    override fun value(flag: Boolean) = raw(flag.toString())

    private fun raw(text: CharSequence) {
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
        if (text.all { it in ' '..'~' && it != '"' && it != '\\' && it != '<' }) {
            out.append(text).append('"')
            return
        }
        for (i in text.indices) {
            val c = text[i]
            when {
                c == '"' -> out.append("\\\"")
                c == '\\' -> out.append("\\\\")
                c == '<' && isInMarkup -> out.append("\\u003c")
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

/** 10^[exponent], which is exact as a double up to 22. */
internal fun powerOfTen(exponent: Int): Double {
    var power = 1.0
    repeat(exponent) { power *= 10.0 }
    return power
}

/** Whether the character at [i] is an unpaired surrogate. */
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
