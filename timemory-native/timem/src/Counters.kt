@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import platform.posix.EACCES
import platform.posix.EMFILE
import platform.posix.ENOENT
import platform.posix.ENODEV
import platform.posix.EOPNOTSUPP
import platform.posix.EPERM
import platform.posix.close
import timemory.errorText
import timemory.timem.linux.timem_open_counter
import timemory.timem.linux.timem_take_counter

/**
 * What a counter of the kernel's has counted over the whole tree of processes.
 *
 * @property value `null` where there is no count, for [reason]
 * @property share the part of the time for which it counted, 1 unless several events took turns; the value is extrapolated by it
 */
internal class Count(val event: Event, val value: Double?, val share: Double, val userOnly: Boolean, val reason: String?)

/** Counters of one run of the command, opened by `perf_event_open` on its process before it begins, and inherited by all it starts. */
internal class Counters private constructor(private val open: List<Opened>) {
    private class Opened(val event: Event, val file: Int, val userOnly: Boolean)

    /** Reads and closes them. */
    fun take(): List<Count> = open.map { if (it.file < 0) Count(it.event, null, 0.0, false, reason(it.event, -it.file)) else take(it) }

    /** Closes them unread. */
    fun close() = open.forEach { if (it.file >= 0) close(it.file) }

    private fun take(counter: Opened): Count {
        val numbers = LongArray(3)
        val failure = numbers.usePinned { timem_take_counter(counter.file, it.addressOf(0)) }
        val (count, wanted, counted) = numbers
        return when {
            failure != 0 -> Count(counter.event, null, 0.0, counter.userOnly, errorText(-failure))
            wanted > 0L && counted == 0L -> Count(counter.event, null, 0.0, counter.userOnly, "the processor's counters were all taken by others")
            counted < wanted -> Count(counter.event, count.toDouble() * wanted / counted, counted.toDouble() / wanted, counter.userOnly, null)
            else -> Count(counter.event, count.toDouble(), 1.0, counter.userOnly, null)
        }
    }

    companion object {
        /** Opens a counter for each of [events] on process [pid], which has not begun. */
        fun open(events: List<Event>, pid: Int) = Counters(events.map { open(it, pid) })

        /** Cycles and instructions where the processor's counters are there, otherwise nothing. */
        fun openUsual(pid: Int): Counters {
            val opened = USUAL.map { open(it, pid) }
            if (opened.all { it.file >= 0 }) return Counters(opened)
            opened.forEach { if (it.file >= 0) close(it.file) }
            return Counters(emptyList())
        }

        private val USUAL = listOf(Event.named("cycles")!!, Event.named("instructions")!!)

        private fun open(event: Event, pid: Int): Opened {
            val file = timem_open_counter(pid, event.type.toUInt(), event.config.toULong(), if (event.userOnly) 1 else 0)
            // What the kernel does is not for everybody to count; what the program itself does may be.
            if ((file == -EACCES || file == -EPERM) && !event.userOnly && !event.isOfKernel) {
                return Opened(event, timem_open_counter(pid, event.type.toUInt(), event.config.toULong(), 1), userOnly = true)
            }
            return Opened(event, file, event.userOnly)
        }

        private fun reason(event: Event, error: Int): String = when (error) {
            ENOENT, ENODEV, EOPNOTSUPP ->
                if (event.isOfProcessor) "no such hardware counter here, as in most virtual machines" else "this kernel does not count it"
            EACCES, EPERM -> "not permitted: kernel.perf_event_paranoid is ${paranoid()}; allow it by 'sysctl kernel.perf_event_paranoid=1', or run as root"
            EMFILE -> "too many open files: raise 'ulimit -n', or ask for fewer events"
            else -> errorText(error)
        }

        private fun paranoid(): String = try {
            timemory.readText("/proc/sys/kernel/perf_event_paranoid").trim()
        } catch (missing: Exception) {
            "not to be read"
        }
    }
}
