package timemory.live

import timemory.internal.platform.FileOutput

/** Text on its way to somebody who may take it slowly: all of it, in UTF-8, before the first byte goes. */
internal class ByteChunks(private val most: Long) {
    private val chunks = ArrayList<ByteArray>()

    /** Its parts, one after the other. */
    val parts: List<ByteArray> get() = chunks

    var size: Long = 0L
        private set

    private fun add(bytes: ByteArray, count: Int) {
        check(count <= most - size) {
            "the answer has more than ${most shr 20} MiB: have files written instead, by TIMEMORY_FLUSH_INTERVAL"
        }
        chunks.add(bytes.copyOf(count))
        size += count
    }

    companion object {
        /**
         * What [write] writes.
         *
         * @throws IllegalStateException where that is more than [most] bytes
         */
        fun of(most: Long, write: (FileOutput) -> Unit): ByteChunks {
            val all = ByteChunks(most)
            FileOutput(all::add).also(write).flush()
            return all
        }
    }
}
