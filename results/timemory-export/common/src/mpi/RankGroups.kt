package timemory.mpi

/**
 * Results of several groups of ranks as they come to rank 0, which are not merged on the way: each in the wire form, with its length before
 * it in eight bytes, the lowest first. What several have is that of one behind that of another.
 */
internal object RankGroups {
    private const val LENGTH_BYTES = 8

    /** The results of one group as one of several. */
    fun of(results: ByteArray): ByteArray = ByteArray(LENGTH_BYTES) { (results.size.toLong() ushr 8 * it).toByte() } + results

    private fun lengthAt(bytes: ByteArray, at: Int): Long =
        (0 until LENGTH_BYTES).fold(0L) { sum, i -> sum or (bytes[at + i].toLong() and 0xFF shl 8 * i) }

    /** The results of each group in [bytes]. */
    fun listOf(bytes: ByteArray): List<ByteArray> {
        val all = ArrayList<ByteArray>()
        var at = 0
        while (at < bytes.size) {
            val left = bytes.size - at - LENGTH_BYTES
            val length = if (left < 0) -1L else lengthAt(bytes, at)
            require(length in 0..left) { "results of groups of ranks end at byte ${bytes.size}, in the midst of one" }
            at += LENGTH_BYTES
            all.add(bytes.copyOfRange(at, at + length.toInt()))
            at += length.toInt()
        }
        return all
    }
}
