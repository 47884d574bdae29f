package timemory.timem

import timemory.internal.platform.pageSize

/** One look at the command's process while it ran. */
internal class Sample(val nanoseconds: Long, val resident: Long, val virtual: Long, val inputOutput: InputOutput?)

/**
 * What was read of the command's process while it ran: the last reading, and as many before it as are asked for.
 *
 * @param wanted how many readings are kept; 0 for the last alone
 */
internal class Samples(wanted: Int) {
    private val kept = maxOf(1, wanted)
    private val numbers = LongArray(kept * WIDTH)

    /** How many readings there were. */
    var count = 0L
        private set

    /** Reads process [pid], [nanoseconds] after its start. Nothing is kept of a process that has ended. Allocates nothing. */
    fun take(pid: Int, nanoseconds: Long, text: ProcText) {
        text.read(pid, ProcName.STATM)
        val virtual = text.word(0) * PAGE
        val resident = text.word(1) * PAGE
        if (virtual <= 0L) return
        val at = (count % kept).toInt() * WIDTH
        numbers[at] = nanoseconds
        numbers[at + 1] = resident
        numbers[at + 2] = virtual
        text.read(pid, ProcName.IO)
        for (i in KEYS.indices) numbers[at + 3 + i] = if (text.length <= 0) -1L else text.numberAfter(KEYS[i])
        count++
    }

    /** The readings that are kept, from first to last. */
    fun all(): List<Sample> = (maxOf(0L, count - kept) until count).map { index ->
        val at = (index % kept).toInt() * WIDTH
        val io = if (numbers[at + 3] < 0) null else InputOutput(numbers[at + 3], numbers[at + 4], numbers[at + 5], numbers[at + 6])
        Sample(numbers[at], numbers[at + 1], numbers[at + 2], io)
    }

    private companion object {
        const val WIDTH = 7
        val PAGE = pageSize()
        val KEYS = listOf("rchar:", "wchar:", "read_bytes:", "write_bytes:").map { it.encodeToByteArray() }
    }
}
