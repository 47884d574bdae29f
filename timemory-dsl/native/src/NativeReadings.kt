@file:OptIn(ExperimentalForeignApi::class)

package timemory

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.strerror
import timemory.cinterop.linux.timemory_page_rss_bytes
import timemory.cinterop.linux.timemory_peak_rss_bytes
import timemory.cinterop.linux.timemory_read_wall_by
import timemory.cinterop.linux.timemory_time_stamp_counter
import timemory.cinterop.linux.timemory_wall_nanoseconds

internal actual fun monotonicNanoseconds(): Long = timemory_wall_nanoseconds()

internal actual fun timeStampCounter(): Long = timemory_time_stamp_counter()

internal actual fun timeStampCounterUnavailable(): String? = null

internal actual fun readWallClockBy(line: TickLine?) {
    if (line == null) timemory_read_wall_by(0L, 0L, 0L) else timemory_read_wall_by(line.ticks, line.nanoseconds, line.scale)
}

internal actual fun threadCpuUnavailable(): String? =
    if (threadCpuNanoseconds() >= 0L) null else "clock_gettime(CLOCK_THREAD_CPUTIME_ID) fails here"

internal actual fun peakRssBytes(): Long = timemory_peak_rss_bytes()

internal actual fun pageRssBytes(): Long {
    val bytes = timemory_page_rss_bytes()
    if (bytes < 0L) throw UnsupportedOperationException("cannot read /proc/self/statm: ${errorText((-bytes).toInt())}")
    return bytes
}

/** What the C library says of error [number]. */
internal fun errorText(number: Int): String = strerror(number)?.toKString() ?: "error $number"
