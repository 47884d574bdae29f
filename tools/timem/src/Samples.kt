@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix._SC_CLK_TCK
import platform.posix.sysconf
import timemory.internal.platform.pageSize

/**
 * One look at the command's process while it ran; what was read and written, and the CPU time, are those from its start on.
 *
 * @property nanoseconds after its start
 * @property peak the largest resident memory of all looks since the one before
 * @property cpu nanoseconds that it and the children that it waited for took, in ticks of the kernel; -1 where that is not known
 */
internal class Sample(
    val nanoseconds: Long,
    val resident: Long,
    val peak: Long,
    val virtual: Long,
    val cpu: Long,
    val inputOutput: InputOutput?,
)

/**
 * What was read of the command's process while it ran: the last reading, and as many before it as are asked for.
 *
 * @param wanted how many readings are kept; 0 for the last alone
 * @param isWhole whether readings of all the time are kept: where they are too many, each second of them goes, and from then on each second
 * one is passed over. Otherwise the last ones are
 */
internal class Samples(wanted: Int, private val isWhole: Boolean = false) {
    private val kept = maxOf(1, wanted)
    private val numbers = LongArray(kept * WIDTH)

    /** How many readings there were. */
    var count = 0L
        private set

    /** How many are there of [isWhole] ones, and how many readings each stands for, but for the last. */
    private var filled = 0
    private var stride = 1
    private var ofLast = 0

    /** Reads process [pid], [nanoseconds] after its start. Nothing is kept of a process that has ended. Allocates nothing. */
    fun take(pid: Int, nanoseconds: Long, text: ProcText) {
        text.read(pid, ProcName.STATM)
        val virtual = text.word(0) * PAGE
        val resident = text.word(1) * PAGE
        if (virtual <= 0L) return
        val isNew = !isWhole || isNext()
        val at = if (isWhole) (filled - 1) * WIDTH else (count % kept).toInt() * WIDTH
        numbers[at + PEAK] = if (isNew) resident else maxOf(numbers[at + PEAK], resident)
        numbers[at] = nanoseconds
        numbers[at + RESIDENT] = resident
        numbers[at + VIRTUAL] = virtual
        text.read(pid, ProcName.STAT)
        numbers[at + CPU] = cpuIn(text)
        text.read(pid, ProcName.IO)
        for (i in KEYS.indices) numbers[at + IO + i] = if (text.length <= 0) -1L else text.numberAfter(KEYS[i])
        count++
    }

    /** The CPU time in what the kernel says of a process, its children's included. */
    private fun cpuIn(text: ProcText): Long {
        if (text.length <= 0) return -1L
        val behindName = text.behindName()
        var ticks = 0L
        for (i in USER_TICKS..CHILDREN_SYSTEM_TICKS) ticks += text.word(i, behindName)
        return ticks * TICK
    }

    /** Whether the next reading is kept beside the last one, and not in its place. */
    private fun isNext(): Boolean {
        if (filled == kept && ofLast == stride) halve()
        if (filled > 0 && ofLast < stride) {
            ofLast++
            return false
        }
        filled++
        ofLast = 1
        return true
    }

    private fun halve() {
        val rest = filled % 2
        for (i in 0 until filled / 2) {
            val first = 2 * i * WIDTH
            numbers[first + WIDTH + PEAK] = maxOf(numbers[first + PEAK], numbers[first + WIDTH + PEAK])
            numbers.copyInto(numbers, i * WIDTH, first + WIDTH, first + 2 * WIDTH)
        }
        if (rest == 1) numbers.copyInto(numbers, filled / 2 * WIDTH, (filled - 1) * WIDTH, filled * WIDTH)
        filled = filled / 2 + rest
        stride *= 2
        if (rest == 0) ofLast = stride
    }

    /** The readings that are kept, from first to last. */
    fun all(): List<Sample> = if (isWhole) List(filled) { sampleAt(it * WIDTH) }
    else (maxOf(0L, count - kept) until count).map { sampleAt((it % kept).toInt() * WIDTH) }

    private fun sampleAt(at: Int): Sample {
        val io = if (numbers[at + IO] < 0) null
        else InputOutput(numbers[at + IO], numbers[at + IO + 1], numbers[at + IO + 2], numbers[at + IO + 3])
        return Sample(numbers[at], numbers[at + RESIDENT], numbers[at + PEAK], numbers[at + VIRTUAL], numbers[at + CPU], io)
    }

    private companion object {
        const val RESIDENT = 1
        const val VIRTUAL = 2
        const val CPU = 3
        const val PEAK = 4
        const val IO = 5
        const val WIDTH = 9

        /** Words of `/proc/PID/stat` behind the name: `utime`, `stime`, `cutime` and `cstime`. */
        const val USER_TICKS = 11
        const val CHILDREN_SYSTEM_TICKS = 14
        val PAGE = pageSize()
        val TICK = 1_000_000_000L / sysconf(_SC_CLK_TCK)
        val KEYS = listOf("rchar:", "wchar:", "read_bytes:", "write_bytes:").map { it.encodeToByteArray() }
    }
}
