package timemory.export.data.internal

/** Prepends bytes that were already read to [source]. */
internal class BegunSource(private val source: ByteSource, bytes: Int) : ByteSource {
    private val begin = ByteArray(bytes)
    private var known = 0
    private var handedOut = 0

    init {
        while (known < bytes) {
            val more = source.read(begin, known)
            if (more <= 0) break
            known += more
        }
    }

    fun startsWith(magic: IntArray): Boolean = known >= magic.size && magic.indices.all { begin[it].toInt() and 0xFF == magic[it] }

    override fun read(into: ByteArray, offset: Int): Int {
        if (handedOut == known) return source.read(into, offset)
        val count = minOf(known - handedOut, into.size - offset)
        begin.copyInto(into, offset, handedOut, handedOut + count)
        handedOut += count
        return count
    }
}
