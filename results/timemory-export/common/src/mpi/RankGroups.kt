package timemory.mpi

/**
 * The unmerged results of several groups of ranks on their way to rank 0: each in the wire form, preceded by its length as eight bytes,
 * little-endian. Groups are combined by concatenation.
 */
internal object RankGroups {
    private const val LENGTH_BYTES = 8

    /** Returns the results of a single group in this format. */
    fun of(results: ByteArray): ByteArray = ByteArray(LENGTH_BYTES) { (results.size.toLong() ushr 8 * it).toByte() } + results

    private fun lengthAt(bytes: ByteArray, at: Int): Long =
        (0 until LENGTH_BYTES).fold(0L) { sum, i -> sum or (bytes[at + i].toLong() and 0xFF shl 8 * i) }

    /** Returns the results of each group in [bytes]. */
    fun listOf(bytes: ByteArray): List<ByteArray> {
        val all = ArrayList<ByteArray>()
        var at = 0
        while (at < bytes.size) {
            val left = bytes.size - at - LENGTH_BYTES
            val length = if (left < 0) -1L else lengthAt(bytes, at)
            require(length in 0..left) { "results of groups of ranks are truncated at byte ${bytes.size}" }
            at += LENGTH_BYTES
            all.add(bytes.copyOfRange(at, at + length.toInt()))
            at += length.toInt()
        }
        return all
    }
}
