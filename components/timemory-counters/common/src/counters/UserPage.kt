package timemory.counters

import timemory.internal.platform.Ffi
import timemory.internal.platform.SystemCall

/**
 * The memory page by which the kernel lets a program read a counter without a system call: it has the counter's current index in the
 * processor, and its count before it was placed there. Offsets and protocol are those of `struct perf_event_mmap_page`
 * (`linux/perf_event.h`).
 *
 * The kernel changes the page when the thread is switched: a reader compares its sequence number before and after, and reads again if that
 * changed. Only the thread whose events are counted may read.
 *
 * @param address where it is mapped
 * @param counter reads the processor's counter at an index
 */
internal class UserPage(private val address: Long, private val counter: (Int) -> Long = Ffi::performanceCounter) {
    /** The count of the last [read]. */
    var count = 0L
        private set

    /** How many nanoseconds the event was running, as last updated by the kernel. */
    var time = 0L
        private set

    /**
     * Reads the counter; returns `false` if that requires a system call: the event is not running now, or has not always been, or the
     * kernel does not allow it.
     */
    fun read(): Boolean {
        repeat(ATTEMPTS) {
            val sequence = Ffi.intInOrder(address + SEQUENCE)
            val index = Ffi.intAt(address + INDEX)
            if (index == 0 || Ffi.longAt(address + CAPABILITIES) and USER_READ == 0L) return false
            time = Ffi.longAt(address + TIME_ENABLED)
            if (Ffi.longAt(address + TIME_RUNNING) != time) return false
            val unused = 64 - (Ffi.intAt(address + WIDTH) and 0xFFFF)
            count = Ffi.longAt(address + OFFSET) + ((counter(index - 1) shl unused) shr unused)
            if (Ffi.intInOrder(address + SEQUENCE) == sequence) return true
        }
        return false
    }

    fun close() {
        Ffi.systemCall(SystemCall.MUNMAP, address, SIZE)
    }

    companion object {
        const val SEQUENCE = 8
        const val INDEX = 12
        const val OFFSET = 16
        const val TIME_ENABLED = 24
        const val TIME_RUNNING = 32
        const val CAPABILITIES = 40
        const val WIDTH = 48
        const val SIZE = 4096L
        const val USER_READ = 1L shl 2
        private const val ATTEMPTS = 16
        private const val READ_ONLY = 1L
        private const val SHARED = 1L

        /** Returns the page of the counter with [file]; `null` if the kernel provides none or would not allow reading. */
        fun of(file: Int): UserPage? {
            val address = Ffi.systemCall(SystemCall.MMAP, 0L, SIZE, READ_ONLY, SHARED, file.toLong(), 0L)
            if (address in -4095L..-1L) return null
            if (Ffi.longAt(address + CAPABILITIES) and USER_READ != 0L) return UserPage(address)
            Ffi.systemCall(SystemCall.MUNMAP, address, SIZE)
            return null
        }
    }
}
