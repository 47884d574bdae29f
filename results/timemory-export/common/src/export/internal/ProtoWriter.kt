package timemory.export.internal

/**
 * Writes Protocol Buffers messages into a buffer: fields as varints and as lengths followed by bytes. A nested message is written first and
 * then moved to make room for its length, which precedes it.
 */
internal class ProtoWriter {
    var bytes = ByteArray(1024)
        private set

    var size = 0
        private set

    fun clear() {
        size = 0
    }

    /** Writes an integer field, which may be negative. */
    fun field(number: Int, value: Long) {
        varint(number.toLong() shl 3)
        varint(value)
    }

    fun field(number: Int, value: Double) = fixed(number, value.toBits())

    /** Writes an integer field in eight bytes. */
    fun fixed(number: Int, value: Long) {
        varint(number.toLong() shl 3 or 1L)
        for (i in 0 until 8) byte((value ushr 8 * i).toInt())
    }

    fun field(number: Int, text: String) {
        val encoded = text.encodeToByteArray()
        varint(number.toLong() shl 3 or 2L)
        varint(encoded.size.toLong())
        reserve(encoded.size)
        encoded.copyInto(bytes, size)
        size += encoded.size
    }

    /** Writes a nested message, or packed numbers; [content] writes its body. */
    inline fun message(number: Int, content: () -> Unit) {
        varint(number.toLong() shl 3 or 2L)
        val start = size
        content()
        insertLength(start)
    }

    fun varint(value: Long) {
        var rest = value
        while (rest and 0x7F.inv() != 0L) {
            byte((rest and 0x7F or 0x80).toInt())
            rest = rest ushr 7
        }
        byte(rest.toInt())
    }

    fun insertLength(start: Int) {
        val length = size - start
        var digits = 1
        while (length ushr 7 * digits != 0) digits++
        reserve(digits)
        bytes.copyInto(bytes, start + digits, start, size)
        size = start
        varint(length.toLong())
        size += length
    }

    /** Writes the lowest byte of [value]. */
    fun byte(value: Int) {
        reserve(1)
        bytes[size++] = value.toByte()
    }

    private fun reserve(count: Int) {
        if (size + count > bytes.size) bytes = bytes.copyOf(maxOf(2 * bytes.size, size + count))
    }
}
