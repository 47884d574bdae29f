package timemory.internal.text

/**
 * Reads JSON (RFC 8259) into maps, lists, strings, numbers, booleans and `null`: for settings, which are small. Invalid JSON, and JSON
 * nested deeper than 64 levels, is rejected with the position of the error.
 */
internal class JsonText(private val text: String) {
    private val deepest = 64
    private var at = 0
    private var depth = 0

    /** Returns the value of the text. */
    fun read(): Any? {
        val value = value()
        skipSpace()
        if (at < text.length) fail("unexpected text after the value")
        return value
    }

    private fun value(): Any? {
        skipSpace()
        if (at == text.length) fail("unexpected end of the text")
        return when (text[at]) {
            '{' -> nested { members() }
            '[' -> nested { elements() }
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private inline fun <R> nested(content: () -> R): R {
        if (++depth > deepest) fail("nested deeper than $deepest levels")
        at++
        return content().also { depth-- }
    }

    private fun members(): Map<String, Any?> {
        val members = LinkedHashMap<String, Any?>()
        if (isNext('}')) return members
        do {
            skipSpace()
            if (at == text.length || text[at] != '"') fail("expected a name in quotes")
            val name = string()
            if (!isNext(':')) fail("':' is missing")
            members[name] = value()
        } while (isNext(','))
        if (!isNext('}')) fail("',' or '}' is missing")
        return members
    }

    private fun elements(): List<Any?> {
        val elements = ArrayList<Any?>()
        if (isNext(']')) return elements
        do elements.add(value()) while (isNext(','))
        if (!isNext(']')) fail("',' or ']' is missing")
        return elements
    }

    private fun string(): String {
        val string = StringBuilder()
        at++
        while (true) {
            if (at == text.length) fail("unterminated string")
            val c = text[at++]
            when {
                c == '"' -> return string.toString()
                c == '\\' -> string.append(escaped())
                c < ' ' -> fail("control character in a string")
                else -> string.append(c)
            }
        }
    }

    private fun escaped(): Char {
        if (at == text.length) fail("unterminated string")
        return when (val c = text[at++]) {
            '"', '\\', '/' -> c
            'b' -> '\b'
            'f' -> '\u000C'
            'n' -> '\n'
            'r' -> '\r'
            't' -> '\t'
            'u' -> {
                val code = if (at + 4 <= text.length) text.substring(at, at + 4).toIntOrNull(16) else null
                at += 4
                (code ?: fail("expected four hexadecimal digits")).toChar()
            }
            else -> fail("unknown escape '\\$c'")
        }
    }

    private fun <T> word(word: String, value: T): T {
        if (!text.startsWith(word, at)) fail("expected a value")
        at += word.length
        return value
    }

    private fun number(): Number {
        val begin = at
        while (at < text.length && (text[at] in '0'..'9' || text[at] in "+-.eE")) at++
        val digits = text.substring(begin, at)
        return digits.toLongOrNull() ?: digits.toDecimalOrNull() ?: run {
            at = begin
            fail("expected a value")
        }
    }

    private fun isNext(c: Char): Boolean {
        skipSpace()
        val isThere = at < text.length && text[at] == c
        if (isThere) at++
        return isThere
    }

    private fun skipSpace() {
        while (at < text.length && text[at] in " \t\r\n") at++
    }

    private fun fail(what: String): Nothing {
        val before = text.substring(0, minOf(at, text.length))
        val line = before.count { it == '\n' } + 1
        throw IllegalArgumentException("line $line, column ${before.length - before.lastIndexOf('\n')}: $what")
    }
}
