package timemory

/** Reads JSON by RFC 8259 and nothing beyond it. Numbers are returned as their text, objects as maps, arrays as lists. */
internal fun parseJson(text: String): Any? = JsonReader(text).read()

private class JsonReader(private val text: String) {
    private var at = 0

    fun read(): Any? {
        val value = value()
        space()
        check(at == text.length) { "text goes on at $at" }
        return value
    }

    private fun space() {
        while (at < text.length && text[at] in " \t\r\n") at++
    }

    private fun expect(c: Char) {
        check(at < text.length && text[at] == c) { "'$c' expected at $at" }
        at++
    }

    private fun accept(c: Char): Boolean = (at < text.length && text[at] == c).also { if (it) at++ }

    private fun value(): Any? {
        space()
        return when (val c = text[at]) {
            '{' -> members()
            '[' -> elements()
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> if (c == '-' || c.isDigit()) number() else error("unexpected '$c' at $at")
        }
    }

    private fun word(word: String, value: Any?): Any? {
        check(text.startsWith(word, at)) { "'$word' expected at $at" }
        at += word.length
        return value
    }

    private fun members(): Map<String, Any?> {
        val map = LinkedHashMap<String, Any?>()
        expect('{')
        space()
        if (accept('}')) return map
        do {
            space()
            val key = string()
            check(key !in map) { "key '$key' occurs twice" }
            space()
            expect(':')
            map[key] = value()
            space()
        } while (accept(','))
        expect('}')
        return map
    }

    private fun elements(): List<Any?> {
        val list = ArrayList<Any?>()
        expect('[')
        space()
        if (accept(']')) return list
        do {
            list.add(value())
            space()
        } while (accept(','))
        expect(']')
        return list
    }

    private fun string(): String = buildString {
        expect('"')
        while (text[at] != '"') {
            val c = text[at++]
            check(c >= ' ') { "control character at ${at - 1}" }
            append(if (c == '\\') escape() else c)
        }
        at++
    }

    private fun escape(): Char = when (val c = text[at++]) {
        '"', '\\', '/' -> c
        'b' -> '\b'
        'f' -> '\u000c'
        'n' -> '\n'
        'r' -> '\r'
        't' -> '\t'
        'u' -> text.substring(at, at + 4).toInt(16).toChar().also { at += 4 }
        else -> error("escape \\$c")
    }

    private fun number(): String {
        val match = checkNotNull(NUMBER.matchAt(text, at)) { "number expected at $at" }
        at += match.value.length
        return match.value
    }

    private companion object {
        val NUMBER = Regex("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?")
    }
}

internal fun Any?.at(vararg path: Any): Any? = path.fold(this) { value, key ->
    if (key is Int) (value as List<*>)[key] else (value as Map<*, *>)[key]
}
