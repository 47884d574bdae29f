package timemory.export.wire.internal

/** The checksum of gzip and PNG (CRC-32, polynomial 0x04C11DB7, reflected), four bytes at a time. */
internal class Crc32 {
    private var state = -1

    /** Checksum of all bytes so far. */
    val value: Int get() = state.inv()

    fun update(bytes: ByteArray, from: Int, until: Int) {
        val tables = TABLES
        var crc = state
        var i = from
        while (i + 4 <= until) {
            crc = crc xor
                (
                    bytes[i].toInt() and 0xFF or (bytes[i + 1].toInt() and 0xFF shl 8) or (bytes[i + 2].toInt() and 0xFF shl 16) or
                        (bytes[i + 3].toInt() and 0xFF shl 24)
                    )
            crc = tables[768 + (crc and 0xFF)] xor tables[512 + (crc ushr 8 and 0xFF)] xor tables[256 + (crc ushr 16 and 0xFF)] xor
                tables[crc ushr 24]
            i += 4
        }
        while (i < until) crc = tables[crc xor bytes[i++].toInt() and 0xFF] xor (crc ushr 8)
        state = crc
    }

    private companion object {
        const val POLYNOMIAL = -0x12477ce0

        /** The effect of one byte on the checksum, followed by zero, one, two and three more bytes. */
        val TABLES = IntArray(4 * 256).also { tables ->
            for (byte in 0..255) {
                var crc = byte
                repeat(8) { crc = if (crc and 1 != 0) crc ushr 1 xor POLYNOMIAL else crc ushr 1 }
                tables[byte] = crc
            }
            for (i in 256 until tables.size) tables[i] = tables[tables[i - 256] and 0xFF] xor (tables[i - 256] ushr 8)
        }
    }
}
