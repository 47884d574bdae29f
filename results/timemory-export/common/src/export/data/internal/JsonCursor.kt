package timemory.export.data.internal

import kotlinx.serialization.builtins.serializer

/** Kinds of JSON tokens. */
internal enum class JsonToken(val words: String) {
    BEGIN_OBJECT("an object"),
    END_OBJECT("the end of an object"),
    BEGIN_ARRAY("a list"),
    END_ARRAY("the end of a list"),
    NAME("a name"),
    VALUE("a value"),
    END("nothing"),
}

/**
 * Parses JSON of any size and depth without recursion and in bounded memory. It returns the structure token by token, and small values as
 * text for kotlinx.serialization to decode. kotlinx.serialization can decode streams too, but limits neither text length nor depth, cannot
 * tell whether a list or an object comes next, and does not know the line (measurements are in `docs/dev/dependencies.md`).
 */
internal class JsonCursor(private val source: ByteSource) {
    private var buffer = ByteArray(INITIAL_SIZE)
    private var at = 0
    private var end = 0

    /** Start of the value to keep, as an index into [buffer]; -1 if none. */
    private var kept = -1

    /** How far into [buffer] lines and columns have been counted (never beyond [at]), and the position reached. */
    private var counted = 0
    private var line = 1L
    private var column = 1L

    private var containers = ByteArray(64)
    private var depth = 0
    private var state = State.BEFORE
    private var peeked: JsonToken? = null

    /** Before the first value of a container or the document; after a comma; after a name; after a value. */
    private enum class State { BEFORE, COMMA, NAME, AFTER }

    /** The name that [next] returned last. */
    var name: String = ""
        private set

    init {
        available(BOM.size)
        if (end - at >= BOM.size && BOM.indices.all { buffer[it] == BOM[it] }) at = BOM.size
    }

    /** Returns the next token without consuming it. */
    fun peek(): JsonToken = peeked ?: find().also { peeked = it }

    private fun find(): JsonToken {
        var next = significant()
        if (depth == 0) {
            if (state == State.AFTER) return if (next < 0) JsonToken.END else invalid("unexpected text after its end")
            return valueAt(next)
        }
        val isObject = containers[depth - 1] == OBJECT
        if (state != State.NAME) {
            val isEnd = next == (if (isObject) '}' else ']').code
            if (isEnd && state != State.COMMA) return if (isObject) JsonToken.END_OBJECT else JsonToken.END_ARRAY
            if (state == State.AFTER) {
                if (next != ','.code) misplaced(next, "a comma or the end")
                at++
                next = significant()
                state = State.COMMA
            }
            if (isObject) return if (next == '"'.code) JsonToken.NAME else misplaced(next, "a name")
        }
        return valueAt(next)
    }

    private fun valueAt(next: Int): JsonToken = when (next) {
        '{'.code -> JsonToken.BEGIN_OBJECT
        '['.code -> JsonToken.BEGIN_ARRAY
        '"'.code, '-'.code, 't'.code, 'f'.code, 'n'.code, in '0'.code..'9'.code -> JsonToken.VALUE
        else -> misplaced(next, "a value")
    }

    /** Consumes and returns the token that [peek] reports, except for a value, which [skip] and [slice] consume. */
    fun next(): JsonToken {
        val token = peek()
        peeked = null
        when (token) {
            JsonToken.BEGIN_OBJECT -> open(OBJECT)
            JsonToken.BEGIN_ARRAY -> open(ARRAY)
            JsonToken.END_OBJECT, JsonToken.END_ARRAY -> {
                at++
                depth--
                state = State.AFTER
            }
            JsonToken.NAME -> readName()
            JsonToken.VALUE -> skip()
            JsonToken.END -> Unit
        }
        return token
    }

    private fun open(container: Byte) {
        at++
        push(container)
        state = State.BEFORE
    }

    private fun push(container: Byte) {
        if (depth == MAX_LEVELS) refuse("nests lists and objects more than $MAX_LEVELS deep, at ${place()}")
        if (depth == containers.size) containers = containers.copyOf(2 * depth)
        containers[depth++] = container
    }

    private fun readName() {
        countTo(at)
        val beginLine = line
        val beginColumn = column
        val quoted = kept { passText(MAX_NAME_LENGTH, "name") }
        name = if ('\\' in quoted) JsonSlice(quoted, beginLine, beginColumn).decode(String.serializer())
        else quoted.substring(1, quoted.length - 1)
        val colon = significant()
        if (colon != ':'.code) misplaced(colon, "a colon")
        at++
        state = State.NAME
    }

    /** Reads the next object; [member] consumes the value of each member. */
    inline fun members(member: (String) -> Unit) {
        expect(JsonToken.BEGIN_OBJECT)
        while (next() != JsonToken.END_OBJECT) member(name)
    }

    /** Reads the next list; [element] consumes each element. */
    inline fun elements(element: () -> Unit) {
        expect(JsonToken.BEGIN_ARRAY)
        while (peek() != JsonToken.END_ARRAY) element()
        next()
    }

    /** Consumes [token], and fails if something else comes next. */
    fun expect(token: JsonToken) {
        if (peek() != token) refuse("${line()} has ${peek().words} where ${token.words} belongs")
        next()
    }

    /** Skips the next value, however large it is. */
    fun skip() {
        requireValue()
        passValue(MAX_LEVELS)
        done()
    }

    /** Returns the text of the next value. */
    fun slice(): JsonSlice {
        requireValue()
        countTo(at)
        val beginLine = line
        val beginColumn = column
        val text = kept { passValue(depth + MAX_VALUE_LEVELS) }
        done()
        return JsonSlice(text, beginLine, beginColumn)
    }

    private fun requireValue() {
        val token = peek()
        if (token != JsonToken.VALUE && token != JsonToken.BEGIN_OBJECT && token != JsonToken.BEGIN_ARRAY) {
            refuse("${line()} has ${token.words} instead of a value")
        }
    }

    private fun done() {
        state = State.AFTER
        peeked = null
    }

    /** Returns the text that [pass] consumes. */
    private inline fun kept(pass: () -> Unit): String {
        kept = at
        pass()
        return buffer.decodeToString(kept, at).also { kept = -1 }
    }

    private fun passValue(maxLevels: Int) {
        val around = depth
        while (true) {
            when (val next = significant()) {
                '{'.code, '['.code -> {
                    if (depth == maxLevels) {
                        refuse("nests lists and objects more than ${maxLevels - around} deep in one value, at ${place()}")
                    }
                    at++
                    push(if (next == '{'.code) OBJECT else ARRAY)
                }
                '}'.code, ']'.code -> {
                    if (depth == around || containers[depth - 1] != (if (next == '}'.code) OBJECT else ARRAY)) misplaced(
                        next,
                        "something else",
                    )
                    at++
                    depth--
                }
                ','.code, ':'.code -> if (depth == around) misplaced(next, "a value") else at++
                '"'.code -> passText(MAX_TEXT_LENGTH, "text")
                else -> passLiteral(next)
            }
            if (depth == around) return
        }
    }

    private fun passText(longest: Int, what: String) {
        at++
        var length = 0
        while (true) {
            if (at == end && !fill()) ended()
            val next = buffer[at].toInt()
            when {
                next == '"'.code -> {
                    at++
                    return
                }
                next in 0 until 0x20 -> invalid("control character in a string")
                next == '\\'.code -> {
                    at++
                    if (at == end && !fill()) ended()
                }
            }
            at++
            if (++length > longest) refuse("has a $what of more than $longest bytes, at ${place()}")
        }
    }

    /** Consumes a number or one of the literals `true`, `false` and `null`. */
    private fun passLiteral(first: Int) {
        available(MAX_NUMBER_LENGTH + 1)
        val begin = at
        while (at < end && at - begin <= MAX_NUMBER_LENGTH && isOfLiteral(buffer[at].toInt())) at++
        if (at - begin > MAX_NUMBER_LENGTH) refuse("has a number of more than $MAX_NUMBER_LENGTH digits, at ${place()}")
        val isRight = when (first) {
            't'.code, 'f'.code, 'n'.code -> buffer.decodeToString(begin, at).let { it == "true" || it == "false" || it == "null" }
            else -> isNumber(begin, at)
        }
        if (isRight) return
        // Nothing follows, so the literal may be truncated.
        if (at == end) ended()
        at = begin
        misplaced(first, "a value")
    }

    private fun isOfLiteral(byte: Int): Boolean =
        byte in '0'.code..'9'.code || byte in 'a'.code..'z'.code || byte in 'A'.code..'Z'.code || byte == '-'.code || byte == '+'.code ||
            byte == '.'.code

    private fun isNumber(begin: Int, limit: Int): Boolean {
        var i = begin
        fun isDigit() = i < limit && buffer[i] in ZERO..NINE
        fun digits(): Boolean {
            val start = i
            while (isDigit()) i++
            return i > start
        }
        if (i < limit && buffer[i] == MINUS) i++
        val isZero = i < limit && buffer[i] == ZERO
        val start = i
        if (!digits() || isZero && i - start > 1) return false
        if (i < limit && buffer[i] == POINT) {
            i++
            if (!digits()) return false
        }
        if (i < limit && (buffer[i] == 'e'.code.toByte() || buffer[i] == 'E'.code.toByte())) {
            i++
            if (i < limit && (buffer[i] == MINUS || buffer[i] == PLUS)) i++
            if (!digits()) return false
        }
        return i == limit
    }

    /** Returns the next byte that is not a space, without consuming it; -1 at the end. */
    private fun significant(): Int {
        while (true) {
            while (at < end) {
                val next = buffer[at].toInt()
                if (next != ' '.code && next != '\n'.code && next != '\r'.code && next != '\t'.code) return next and 0xFF
                at++
            }
            if (!fill()) return -1
        }
    }

    /** Makes [count] bytes available in [buffer] unless the input is shorter. */
    private fun available(count: Int) {
        while (end - at < count && fill()) Unit
    }

    /** Reads more input, discarding what precedes [at] or the kept value. Returns whether there was any. */
    private fun fill(): Boolean {
        if (end == buffer.size) {
            val from = if (kept >= 0) kept else at
            if (from > 0) forget(from) else grow()
        }
        val count = source.read(buffer, end)
        if (count > 0) end += count
        return count > 0
    }

    private fun forget(from: Int) {
        countTo(from)
        counted -= from
        buffer.copyInto(buffer, 0, from, end)
        at -= from
        end -= from
        if (kept >= 0) kept -= from
    }

    private fun grow() {
        if (buffer.size >= MAX_VALUE_BYTES) refuse("has a value of more than $MAX_VALUE_BYTES bytes, at ${place()}")
        buffer = buffer.copyOf(2 * buffer.size)
    }

    private fun countTo(index: Int) {
        while (counted < index) {
            if (buffer[counted++] == NEWLINE) {
                line++
                column = 1L
            } else {
                column++
            }
        }
    }

    private fun place(): String {
        countTo(at)
        return "line $line, column $column"
    }

    /** Returns the current position as the start of a message. */
    fun line(): String {
        countTo(at)
        return "line $line"
    }

    private fun misplaced(byte: Int, expected: String): Nothing {
        if (byte < 0) ended()
        val shown = if (byte in 0x21..0x7E) "'${byte.toChar()}'" else "a byte of $byte"
        invalid("found $shown, expected $expected")
    }

    private fun ended(): Nothing = refuse("is truncated at ${place()}")

    private fun invalid(what: String): Nothing = refuse("is not valid JSON at ${place()}: $what")

    private fun refuse(what: String): Nothing = throw UnusableData(what)

    companion object {
        /** The maximum nesting depth of the structure: each region takes two levels. */
        const val MAX_LEVELS: Int = 400_000

        /** The maximum nesting depth of a value that is passed on, because its decoder is recursive. */
        const val MAX_VALUE_LEVELS: Int = 64
        const val MAX_VALUE_BYTES: Int = 16 shl 20
        private const val MAX_TEXT_LENGTH = 10_000_000
        private const val MAX_NAME_LENGTH = 50_000
        private const val MAX_NUMBER_LENGTH = 1000
        private const val INITIAL_SIZE = 65_536
        private const val OBJECT: Byte = 1
        private const val ARRAY: Byte = 2
        private const val NEWLINE = '\n'.code.toByte()
        private const val ZERO = '0'.code.toByte()
        private const val NINE = '9'.code.toByte()
        private const val MINUS = '-'.code.toByte()
        private const val PLUS = '+'.code.toByte()
        private const val POINT = '.'.code.toByte()
        private val BOM = byteArrayOf(0xEF.toByte(), 0xBB.toByte(), 0xBF.toByte())
    }
}
