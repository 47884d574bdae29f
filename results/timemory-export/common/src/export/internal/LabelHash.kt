package timemory.export.internal

/**
 * Returns the hash of a label in files: FNV-1a over its UTF-8 bytes, 64 bits. It is the same in every process and on every target, and
 * never 0, which is reserved for the node above all roots.
 */
internal fun labelHash(label: String): ULong {
    var hash = 0xcbf29ce484222325uL
    for (byte in label.encodeToByteArray()) hash = (hash xor byte.toUByte().toULong()) * 0x100000001b3uL
    return if (hash == 0uL) 1uL else hash
}
