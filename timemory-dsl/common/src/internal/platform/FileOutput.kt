package timemory.internal.platform

private const val CHUNK = 32_768

/**
 * What is on its way to a file: text, which becomes UTF-8, and bytes. Handed on in chunks that never part the two halves of a character, so
 * that a file of any size takes little memory.
 *
 * @param write takes the first so many bytes of an array, which is used again afterwards
 */
internal class FileOutput(private val write: (ByteArray, Int) -> Unit) : Appendable {
    private val pending = StringBuilder(CHUNK + 1024)

    override fun append(value: Char): Appendable {
        pending.append(value)
        return handOnIfFull()
    }

    override fun append(value: CharSequence?): Appendable {
        pending.append(value)
        return handOnIfFull()
    }

    override fun append(value: CharSequence?, startIndex: Int, endIndex: Int): Appendable {
        pending.append(value, startIndex, endIndex)
        return handOnIfFull()
    }

    /** Writes the first [count] of [bytes], behind the text so far. */
    fun bytes(bytes: ByteArray, count: Int) {
        flush()
        write(bytes, count)
    }

    private fun handOnIfFull(): Appendable {
        if (pending.length >= CHUNK && !pending[pending.length - 1].isHighSurrogate()) flush()
        return this
    }

    fun flush() {
        Progress.steps++
        if (pending.isEmpty()) return
        val bytes = pending.toString().encodeToByteArray()
        pending.clear()
        write(bytes, bytes.size)
    }
}
