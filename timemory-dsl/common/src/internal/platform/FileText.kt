package timemory.internal.platform

private const val INITIAL_SIZE = 4096
private const val SPACE = ' '.code.toByte()
private const val TAB = '\t'.code.toByte()
private const val NEWLINE = '\n'.code.toByte()
private const val ZERO = '0'.code.toByte()
private const val NINE = '9'.code.toByte()

/**
 * The text of a small file in `/proc` or `/sys`, which can be searched for numbers without creating garbage. Each thread has one, which
 * each reading overwrites.
 */
internal class FileText {
    var bytes = ByteArray(INITIAL_SIZE)
        private set

    var length = 0
        private set

    /** Fills it with the current content of [file]. */
    fun fill(file: SystemFile): FileText {
        length = file.read(bytes)
        while (length == bytes.size) {
            bytes = ByteArray(2 * bytes.size)
            length = file.read(bytes)
        }
        return this
    }

    /** Returns the number after [key], as in `rchar: 17`; [Long.MIN_VALUE] if the key is missing. A key is at the start of a line. */
    fun numberAfter(key: ByteArray): Long {
        var at = 0
        while (at + key.size <= length) {
            if (matches(at, key)) return numberAt(at + key.size)
            at = nextLine(at)
        }
        return Long.MIN_VALUE
    }

    /** Returns the word number [index], counted from 0, as a number; words are separated by spaces and line ends, from [start] on. */
    fun number(index: Int, start: Int = 0): Long {
        var at = skipSpaces(start)
        repeat(index) {
            while (at < length && !isSpace(bytes[at])) at++
            at = skipSpaces(at)
        }
        return numberAt(at)
    }

    /** Returns the start of the line after [at]; [length] after the last line. */
    fun nextLine(at: Int): Int {
        var end = at
        while (end < length && bytes[end] != NEWLINE) end++
        return minOf(end + 1, length)
    }

    /** Returns the first index of [byte] from [start] on; -1 if there is none. */
    fun indexOf(byte: Byte, start: Int): Int {
        for (i in start until length) if (bytes[i] == byte) return i
        return -1
    }

    /** Returns the last index of [byte]; -1 if there is none. */
    fun lastIndexOf(byte: Byte): Int {
        for (i in length - 1 downTo 0) if (bytes[i] == byte) return i
        return -1
    }

    private fun matches(at: Int, key: ByteArray): Boolean {
        for (i in key.indices) if (bytes[at + i] != key[i]) return false
        return true
    }

    /** Returns the integer at [start], after any spaces; [Long.MIN_VALUE] if there is none. */
    private fun numberAt(start: Int): Long {
        val first = skipSpaces(start)
        var at = first
        var number = 0L
        while (at < length && bytes[at] in ZERO..NINE) number = number * 10 + (bytes[at++] - ZERO)
        return if (at == first) Long.MIN_VALUE else number
    }

    /** Whether the text from [start] to [end] equals [bytes]. */
    fun isAt(start: Int, end: Int, bytes: ByteArray): Boolean = end - start == bytes.size && matches(start, bytes)

    fun skipSpaces(start: Int): Int {
        var at = start
        while (at < length && isSpace(bytes[at])) at++
        return at
    }

    private fun isSpace(byte: Byte) = byte == SPACE || byte == TAB || byte == NEWLINE
}
