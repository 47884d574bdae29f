package timemory.internal.platform

import timemory.internal.lean.*
import timemory.internal.text.AsciiOutput

private const val CHUNK = 32_768

/** Not a character: see [FileOutput.half]. */
private const val NONE = 0

/** Replaces half of a surrogate pair. */
private const val REPLACEMENT = '?'

/**
 * Output to a file: text, which is converted to UTF-8 on the fly, and bytes. It is written in chunks, so that a file of any size takes
 * little memory, and no object is created for anything written. Half of a surrogate pair becomes a question mark.
 *
 * @param write takes the first bytes of an array, which is reused afterwards
 */
internal class FileOutput(private val write: (ByteArray, Int) -> Unit) : Appendable, AsciiOutput {
    private val buffer = ByteArray(CHUNK)
    private val progress = progressHere()
    private var used = 0

    /** The number of bytes written so far. */
    var total: Long = 0L
        private set

    /** The first half of a pair whose second half is still to come; [NONE] otherwise. */
    private var half = NONE

    override fun append(value: Char): Appendable {
        if (value.code < 0x80 && half == NONE) byte(value.code) else appendWide(value)
        return this
    }

    override fun append(value: CharSequence?): Appendable {
        val text = value ?: "null"
        return append(text, 0, text.length)
    }

    override fun append(value: CharSequence?, startIndex: Int, endIndex: Int): Appendable {
        val text = value ?: "null"
        var at = startIndex
        while (at < endIndex) {
            if (text is String && half == NONE && text[at].code < 0x80) at += ascii(text, at, endIndex) else append(text[at++])
        }
        return this
    }

    /** Writes the ASCII characters at the start of [text] for which there is room; returns their number. */
    private fun ascii(text: String, from: Int, until: Int): Int {
        if (used == CHUNK) handOn()
        val taken = text.asciiInto(buffer, used, from, minOf(until, from + CHUNK - used))
        used += taken
        return taken
    }

    private fun appendWide(value: Char) {
        if (half != NONE) {
            val first = half.toChar()
            half = NONE
            if (value.isLowSurrogate()) return pair(first, value)
            byte(REPLACEMENT.code)
            append(value)
        } else if (value.isHighSurrogate()) {
            half = value.code
        } else if (value.isLowSurrogate()) {
            byte(REPLACEMENT.code)
        } else if (value.code < 0x800) {
            byte(0xC0 or (value.code shr 6))
            byte(0x80 or (value.code and 0x3F))
        } else {
            three(value.code)
        }
    }

    private fun three(code: Int) {
        byte(0xE0 or (code shr 12))
        byte(0x80 or (code shr 6 and 0x3F))
        byte(0x80 or (code and 0x3F))
    }

    private fun pair(high: Char, low: Char) {
        val code = 0x10000 + (high.code - 0xD800 shl 10) + (low.code - 0xDC00)
        byte(0xF0 or (code shr 18))
        byte(0x80 or (code shr 12 and 0x3F))
        byte(0x80 or (code shr 6 and 0x3F))
        byte(0x80 or (code and 0x3F))
    }

    private fun byte(value: Int) {
        if (used == CHUNK) handOn()
        buffer[used++] = value.toByte()
    }

    override fun ascii(text: ByteArray, from: Int, until: Int) {
        if (used + until - from > CHUNK) handOn()
        text.copyInto(buffer, used, from, until)
        used += until - from
    }

    /** Writes the first [count] of [bytes], after the text so far. */
    fun bytes(bytes: ByteArray, count: Int) {
        flush()
        total += count
        write(bytes, count)
    }

    private fun handOn() {
        progress.steps++
        if (used == 0) return
        val count = used
        total += count
        used = 0
        write(buffer, count)
    }

    fun flush() {
        if (half != NONE) {
            half = NONE
            byte(REPLACEMENT.code)
        }
        handOn()
    }
}
