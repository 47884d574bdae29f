package timemory.export.wire.internal

import timemory.export.data.internal.ByteSource
import timemory.export.data.internal.UnusableData

/**
 * Reads the output of [WireOutput], chunk by chunk. Errors are reported as [UnusableData] with the byte offset.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class WireInput private constructor(private var chunk: ByteArray, private var end: Int, private val source: ByteSource?) {
    constructor(source: ByteSource) : this(ByteArray(CHUNK), 0, source)

    constructor(bytes: ByteArray) : this(bytes, bytes.size, null)

    private var at = 0

    /** The number of bytes in earlier chunks. */
    private var before = 0L
    private val crc = Crc32()
    private var summed = 0

    /** The number of bytes read. */
    val offset: Long get() = before + at

    fun damaged(what: String, where: Long = offset): Nothing = throw UnusableData("is damaged at byte $where: $what")

    private fun endedEarly(): Nothing = throw UnusableData("is truncated at byte $offset")

    /** Returns whether there is another byte, reading the next chunk if needed. */
    private fun hasMore(): Boolean {
        if (at < end) return true
        val source = source ?: return false
        sum()
        before += at
        at = 0
        end = 0
        summed = 0
        val count = source.read(chunk, 0)
        if (count <= 0) return false
        end = count
        return true
    }

    private fun sum() {
        crc.update(chunk, summed, at)
        summed = at
    }

    fun byte(): Int {
        if (at >= end && !hasMore()) endedEarly()
        return chunk[at++].toInt() and 0xFF
    }

    fun unsigned(): Long {
        var shift = 0
        var value = 0L
        while (true) {
            val byte = byte()
            if (shift == 63 && byte > 1) damaged("a number of more than 64 bits", offset - 1)
            value = value or ((byte and 0x7F).toLong() shl shift)
            if (byte < 0x80) return value
            shift += 7
        }
    }

    /** Reads a number from 0 to [most]; [what] names it in messages. */
    fun count(most: Int, what: String): Int {
        val start = offset
        val value = unsigned()
        if (value < 0L || value > most) damaged("$what is ${value.toULong()}, which exceeds $most", start)
        return value.toInt()
    }

    fun signed(): Long {
        val value = unsigned()
        return value ushr 1 xor -(value and 1L)
    }

    fun fixedLong(): Long {
        var value = 0L
        for (i in 0 until 8) value = value or (byte().toLong() shl 8 * i)
        return value
    }

    fun number(): Double {
        val start = offset
        val value = unsigned()
        if (value == 1L) return Double.fromBits(fixedLong())
        if (value and 1L != 0L) damaged("a number of no known kind", start)
        val folded = value ushr 1
        val whole = folded ushr 1 xor -(folded and 1L)
        if (whole !in -MAX_WHOLE..MAX_WHOLE) damaged("a whole number that is too large", start)
        return whole.toDouble()
    }

    /** Reads a text of at most [most] bytes; [what] names it in messages. */
    fun text(most: Int, what: String): String {
        val start = offset
        val bytes = block(most, what)
        return try {
            bytes.decodeToString(throwOnInvalidSequence = true)
        } catch (_: CharacterCodingException) {
            damaged("$what is not UTF-8", start)
        }
    }

    /** Reads a block of at most [most] bytes. Memory is allocated as data arrives rather than by the claimed length. */
    fun block(most: Int, what: String): ByteArray {
        val count = count(most, "the length of $what")
        var block = ByteArray(minOf(count, FIRST_PIECE))
        var filled = 0
        while (filled < count) {
            if (at >= end && !hasMore()) endedEarly()
            if (filled == block.size) block = block.copyOf(minOf(count.toLong(), 2L * block.size).toInt())
            val piece = minOf(end - at, block.size - filled)
            chunk.copyInto(block, filled, at, at + piece)
            filled += piece
            at += piece
        }
        return block
    }

    /** Reads the checksum and the end of the input. */
    fun finish() {
        sum()
        val wanted = crc.value
        val start = offset
        var written = 0
        for (i in 0 until 4) written = written or (byte() shl 8 * i)
        if (written != wanted) damaged("checksum mismatch", start)
        if (hasMore()) damaged("unexpected bytes after the end")
    }

    private companion object {
        const val CHUNK = 65_536
        const val FIRST_PIECE = 4096
    }
}
