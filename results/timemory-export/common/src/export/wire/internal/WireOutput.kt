package timemory.export.wire.internal

import timemory.export.data.internal.UnusableData

/**
 * Writes the bytes of the wire form; `docs/dev/formats.md` documents the number formats.
 *
 * ### Thread-safety
 * Not thread-safe: use it from one thread at a time.
 */
internal class WireOutput {
    private var bytes = ByteArray(INITIAL)
    var size: Int = 0
        private set

    fun toByteArray(): ByteArray = bytes.copyOf(size)

    /** Appends the bytes of [other] so far. */
    fun raw(other: WireOutput): Unit = raw(other.bytes, 0, other.size)

    /** Appends the checksum of all bytes so far. */
    fun finish() {
        val crc = Crc32()
        crc.update(bytes, 0, size)
        fixed(crc.value)
    }

    private fun room(count: Int) {
        if (bytes.size - size >= count) return
        val wanted = maxOf(2L * bytes.size, size.toLong() + count)
        if (size.toLong() + count > MAX_CAPACITY) throw UnusableData("take more than 2 GB: merge fewer, or limit their regions")
        bytes = bytes.copyOf(minOf(wanted, MAX_CAPACITY).toInt())
    }

    fun byte(value: Int) {
        room(1)
        bytes[size++] = value.toByte()
    }

    /** Writes a little-endian base-128 varint (LEB128). */
    fun unsigned(value: Long) {
        room(MAX_BYTES)
        var rest = value
        var at = size
        while (rest and 0x7FL.inv() != 0L) {
            bytes[at++] = (rest.toInt() and 0x7F or 0x80).toByte()
            rest = rest ushr 7
        }
        bytes[at++] = rest.toByte()
        size = at
    }

    fun unsigned(value: Int): Unit = unsigned(value.toLong())

    /** Zigzag encoding, so that small negative numbers are short too: 0, -1, 1, -2, ... are written as 0, 1, 2, 3, ... */
    fun signed(value: Long): Unit = unsigned(value shl 1 xor (value shr 63))

    /** Writes eight bytes, little-endian. */
    fun fixed(value: Long) {
        room(8)
        for (i in 0 until 8) bytes[size++] = (value ushr 8 * i).toByte()
    }

    /** Writes four bytes, little-endian. */
    fun fixed(value: Int) {
        room(4)
        for (i in 0 until 4) bytes[size++] = (value ushr 8 * i).toByte()
    }

    /** Writes an integer up to 2^52 as twice [signed], and any other number as a 1 followed by eight bytes. */
    fun number(value: Double) {
        val whole = value.toLong()
        if (whole in -MAX_WHOLE..MAX_WHOLE && whole.toDouble().toRawBits() == value.toRawBits()) {
            unsigned((whole shl 1 xor (whole shr 63)) shl 1)
        } else {
            byte(1)
            fixed(value.toRawBits())
        }
    }

    /** Writes the UTF-8 length, followed by the bytes. */
    fun text(text: String): Unit = block(text.encodeToByteArray())

    fun block(block: ByteArray) {
        unsigned(block.size)
        raw(block, 0, block.size)
    }

    fun raw(from: ByteArray, start: Int, end: Int) {
        room(end - start)
        from.copyInto(bytes, size, start, end)
        size += end - start
    }

    private companion object {
        const val INITIAL = 4096
        const val MAX_BYTES = 10
        const val MAX_CAPACITY = Int.MAX_VALUE - 64L
    }
}

/** The largest integer that [WireOutput.number] writes in the short form. */
internal const val MAX_WHOLE: Long = 1L shl 52
