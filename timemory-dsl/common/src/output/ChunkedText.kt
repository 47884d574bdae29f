package timemory

/** Text on its way to a file, handed on in chunks that never part the two halves of a character. */
internal class ChunkedText(private val write: (String) -> Unit) : Appendable {
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

    private fun handOnIfFull(): Appendable {
        if (pending.length >= CHUNK && !pending[pending.length - 1].isHighSurrogate()) flush()
        return this
    }

    fun flush() {
        if (pending.isEmpty()) return
        write(pending.toString())
        pending.clear()
    }

    private companion object {
        const val CHUNK = 32_768
    }
}
