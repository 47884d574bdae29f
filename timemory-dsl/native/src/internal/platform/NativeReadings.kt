@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlin.concurrent.Volatile
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.addressOf
import kotlinx.cinterop.toKString
import kotlinx.cinterop.usePinned
import platform.posix._SC_PAGESIZE
import platform.posix.strerror
import platform.posix.sysconf
import timemory.cinterop.linux.timemory_raw_monotonic_nanoseconds
import timemory.cinterop.linux.timemory_read_wall_by
import timemory.cinterop.linux.timemory_time_stamp_counter
import timemory.cinterop.linux.timemory_usage
import timemory.cinterop.linux.timemory_wall_nanoseconds

internal actual fun monotonicNanoseconds(): Long = timemory_wall_nanoseconds()

internal actual fun timeStampCounter(): Long = timemory_time_stamp_counter()

internal actual fun timeStampCounterUnavailable(): String? = null

internal actual fun timeStampCounterNotGranted(): String? = null

internal actual fun chooseClockLate(choose: (() -> Unit)?) {
    choose?.invoke()
}

internal actual const val choosesClockAtOnce: Boolean = true

@Volatile
private var wallClock: TickClock? = null

internal actual fun readWallClockBy(line: TickLine?, clock: TickClock) {
    wallClock = clock
    if (line == null) {
        timemory_read_wall_by(0L, 0L, 0L, 0L)
    } else {
        timemory_read_wall_by(line.ticks, line.nanoseconds, line.scale, line.length)
    }
}

/** Returns a reading whose line is no longer valid. */
internal fun wallNanosecondsLate(): Long = wallClock!!.readLate()

internal actual fun threadCpuUnavailable(): String? =
    if (threadCpuNanoseconds() >= 0L) null else "clock_gettime(CLOCK_THREAD_CPUTIME_ID) fails here"

internal actual fun rawMonotonicNanoseconds(): Long = timemory_raw_monotonic_nanoseconds()

internal actual fun readUsage(who: Int, into: LongArray) {
    val failure = into.usePinned { timemory_usage(who, it.addressOf(0)) }
    if (failure != 0) throw UnsupportedOperationException("getrusage($who) fails here: ${errorText(failure)}")
}

internal actual fun usageUnavailable(who: Int, index: Int): String? = null

internal actual fun pageSize(): Long = sysconf(_SC_PAGESIZE)

/** The C library's message for error [number]. */
internal fun errorText(number: Int): String = strerror(number)?.toKString() ?: "error $number"
