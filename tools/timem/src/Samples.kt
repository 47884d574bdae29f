@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix._SC_CLK_TCK
import platform.posix.sysconf
import timemory.internal.platform.pageSize

/**
 * One sample of the command's process while it was running; bytes read and written, and the CPU time, are since its start.
 *
 * @property nanoseconds after its start
 * @property peak the maximum resident memory in all samples since the previous one
 * @property cpu nanoseconds of CPU time of it and the children that it waited for, in kernel ticks; -1 if unknown
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
 * The samples of the command's process while it was running: the last one, and as many before it as requested.
 *
 * @param wanted how many samples are kept; 0 for only the last
 * @param isWhole whether samples of the whole time are kept: if there are too many, every second one is dropped, and from then on every
 * second one is skipped. Otherwise the last ones are kept
 */
internal class Samples(wanted: Int, private val isWhole: Boolean = false) {
    private val kept = maxOf(1, wanted)
    private val numbers = LongArray(kept * WIDTH)

    /** The number of samples taken. */
    var count = 0L
        private set

    /** The number of kept [isWhole] samples, and the number of samples that each represents, except for the last. */
    private var filled = 0
    private var stride = 1
    private var ofLast = 0

    /** Samples process [pid], [nanoseconds] after its start. Nothing is kept for a process that has ended. Allocates nothing. */
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

    /** Returns the CPU time in the kernel's text about a process, including its children. */
    private fun cpuIn(text: ProcText): Long {
        if (text.length <= 0) return -1L
        val behindName = text.behindName()
        var ticks = 0L
        for (i in USER_TICKS..CHILDREN_SYSTEM_TICKS) ticks += text.word(i, behindName)
        return ticks * TICK
    }

    /** Whether the next sample is kept in addition to the last one, rather than in its place. */
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

    /** Returns the kept samples, from first to last. */
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

        /** Words of `/proc/PID/stat` after the name: `utime`, `stime`, `cutime` and `cstime`. */
        const val USER_TICKS = 11
        const val CHILDREN_SYSTEM_TICKS = 14
        val PAGE = pageSize()
        val TICK = 1_000_000_000L / sysconf(_SC_CLK_TCK)
        val KEYS = listOf("rchar:", "wchar:", "read_bytes:", "write_bytes:").map { it.encodeToByteArray() }
    }
}
