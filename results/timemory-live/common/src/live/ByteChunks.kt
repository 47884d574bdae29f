package timemory.live

import timemory.internal.platform.FileOutput

/** UTF-8 text that is complete in memory before the first byte is sent, because the receiver may be slow. */
internal class ByteChunks(private val most: Long) {
    private val chunks = ArrayList<ByteArray>()

    /** The chunks in order. */
    val parts: List<ByteArray> get() = chunks

    var size: Long = 0L
        private set

    private fun add(bytes: ByteArray, count: Int) {
        check(count <= most - size) {
            "the response exceeds ${most shr 20} MiB: write files instead, with TIMEMORY_FLUSH_INTERVAL"
        }
        chunks.add(bytes.copyOf(count))
        size += count
    }

    companion object {
        /**
         * Returns the output of [write].
         *
         * @throws IllegalStateException if it exceeds [most] bytes
         */
        fun of(most: Long, write: (FileOutput) -> Unit): ByteChunks {
            val all = ByteChunks(most)
            FileOutput(all::add).also(write).flush()
            return all
        }
    }
}
