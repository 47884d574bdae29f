package timemory.timem

/**
 * The usage reported by `wait4` for a process and its waited-for descendants: numbers in the order of `timem_reap`, times in nanoseconds
 * and sizes in bytes.
 */
internal class Usage(val numbers: LongArray = LongArray(SIZE)) {
    val user get() = numbers[0]
    val system get() = numbers[1]
    val peakResident get() = numbers[PEAK]
    val majorFaults get() = numbers[3]
    val minorFaults get() = numbers[4]
    val involuntarySwitches get() = numbers[5]
    val voluntarySwitches get() = numbers[6]

    /** Adds usage of two that ran concurrently or one after the other; the peak is the larger of both. */
    operator fun plusAssign(other: Usage) {
        for (i in 0 until SIZE) numbers[i] = if (i == PEAK) maxOf(numbers[i], other.numbers[i]) else numbers[i] + other.numbers[i]
    }

    /** Subtracts the usage of [other]; the peak is unchanged. */
    operator fun minus(other: Usage) =
        Usage(LongArray(SIZE) { if (it == PEAK) numbers[it] else maxOf(0L, numbers[it] - other.numbers[it]) })

    companion object {
        const val SIZE = 9
        private const val PEAK = 2
    }
}

/** The numbers of `/proc/PID/io` that timem shows: for a process and its waited-for descendants, in bytes. */
internal class InputOutput(val charsRead: Long, val charsWritten: Long, val bytesRead: Long, val bytesWritten: Long) {
    operator fun plus(other: InputOutput) = InputOutput(
        charsRead + other.charsRead,
        charsWritten + other.charsWritten,
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten,
    )

    operator fun minus(other: InputOutput) = InputOutput(
        maxOf(0L, charsRead - other.charsRead),
        maxOf(0L, charsWritten - other.charsWritten),
        maxOf(0L, bytesRead - other.bytesRead),
        maxOf(0L, bytesWritten - other.bytesWritten),
    )

    companion object {
        val NONE = InputOutput(0L, 0L, 0L, 0L)
        private val READ_CHARS = "rchar:".encodeToByteArray()
        private val WRITTEN_CHARS = "wchar:".encodeToByteArray()
        private val READ_BYTES = "read_bytes:".encodeToByteArray()
        private val WRITTEN_BYTES = "write_bytes:".encodeToByteArray()

        /** Returns that of process [pid], even after it has ended and until it is reaped, if the kernel allows reading it then. */
        fun of(pid: Int, text: ProcText): InputOutput? {
            text.read(pid, ProcName.IO)
            if (text.length <= 0) return null
            val found = InputOutput(
                text.numberAfter(READ_CHARS),
                text.numberAfter(WRITTEN_CHARS),
                text.numberAfter(READ_BYTES),
                text.numberAfter(WRITTEN_BYTES),
            )
            return if (found.charsRead < 0) null else found
        }
    }
}

/**
 * The memory of a process, in bytes.
 *
 * @property peakResident the maximum resident memory since its exec; -1 if it was not read
 */
internal class Memory(val resident: Long, val virtual: Long, val peakResident: Long) {
    companion object {
        private val RESIDENT = "VmRSS:".encodeToByteArray()
        private val VIRTUAL = "VmSize:".encodeToByteArray()
        private val PEAK = "VmHWM:".encodeToByteArray()

        /** Parses [text] of `/proc/PID/status`; `null` if the process has already released its memory. */
        fun of(text: ProcText): Memory? {
            val virtual = text.numberAfter(VIRTUAL)
            return if (virtual < 0) null else Memory(text.numberAfter(RESIDENT) * 1024, virtual * 1024, text.numberAfter(PEAK) * 1024)
        }
    }
}
