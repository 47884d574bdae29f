@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.usePinned
import platform.posix.close
import timemory.counters.Errno
import timemory.counters.PerfEvent
import timemory.counters.openPerfEvent
import timemory.counters.perfRefusal
import timemory.internal.platform.errorText
import timemory.timem.linux.timem_take_counter

/**
 * The count of a kernel counter over the whole process tree.
 *
 * @property value `null` if there is no count, because of [reason]
 * @property share the fraction of the time for which it counted, 1 unless several events took turns; the value is extrapolated by it
 */
internal class Count(val event: PerfEvent, val value: Double?, val share: Double, val userOnly: Boolean, val reason: String?)

/**
 * Counters of one run of the command, opened by `perf_event_open` on its process before it starts, and inherited by all processes it
 * starts.
 */
internal class Counters private constructor(private val open: List<Opened>) {
    private class Opened(val event: PerfEvent, val file: Int, val userOnly: Boolean)

    /** Reads and closes them. */
    fun take(): List<Count> =
        open.map { if (it.file < 0) Count(it.event, null, 0.0, false, perfRefusal(it.event, -it.file).message) else take(it) }

    /** Closes them unread. */
    fun close() = open.forEach { if (it.file >= 0) close(it.file) }

    private fun take(counter: Opened): Count {
        val numbers = LongArray(3)
        val failure = numbers.usePinned { timem_take_counter(counter.file, it.addressOf(0)) }
        val (count, wanted, counted) = numbers
        return when {
            failure != 0 -> Count(counter.event, null, 0.0, counter.userOnly, errorText(-failure))
            wanted > 0L && counted == 0L -> Count(
                counter.event, null, 0.0, counter.userOnly,
                "all hardware counters were in use",
            )
            counted < wanted -> Count(
                counter.event, count.toDouble() * wanted / counted, counted.toDouble() / wanted, counter.userOnly,
                null,
            )
            else -> Count(counter.event, count.toDouble(), 1.0, counter.userOnly, null)
        }
    }

    companion object {
        /** Opens a counter for each of [events] on process [pid], which has not started yet. */
        fun open(events: List<PerfEvent>, pid: Int) = Counters(events.map { open(it, pid) })

        /** Cycles and instructions if the processor's counters are available, otherwise nothing. */
        fun openUsual(pid: Int): Counters {
            val opened = USUAL.map { open(it, pid) }
            if (opened.all { it.file >= 0 }) return Counters(opened)
            opened.forEach { if (it.file >= 0) close(it.file) }
            return Counters(emptyList())
        }

        private val USUAL = listOf("cycles", "instructions").map(PerfEvent::of)

        private fun open(event: PerfEvent, pid: Int): Opened {
            val file = openPerfEvent(event, pid, group = -1, inherits = true, fromExec = true)
            // Not every user may count kernel events, but perhaps those of the program itself.
            val isRefused = file == -Errno.ACCESS || file == -Errno.NOT_PERMITTED
            if (!isRefused || event.excludesKernel || event.isOfTheKernel) return Opened(event, file, event.excludesKernel)
            val user = event.with(event.name, event.excludesUser, excludesKernel = true)
            return Opened(event, openPerfEvent(user, pid, group = -1, inherits = true, fromExec = true), userOnly = true)
        }
    }
}
