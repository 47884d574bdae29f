@file:Suppress("INVISIBLE_REFERENCE", "INVISIBLE_MEMBER")
@file:OptIn(ExperimentalForeignApi::class, kotlin.native.internal.InternalForKotlinNative::class)

package timemory

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.strerror
import timemory.cinterop.linux.timemory_page_rss_bytes
import timemory.cinterop.linux.timemory_peak_rss_bytes
import timemory.cinterop.linux.timemory_process_cpu_nanoseconds
import timemory.cinterop.linux.timemory_thread_cpu_nanoseconds

@kotlin.native.internal.GCUnsafeCall("timemory_quick_wall")
private external fun quickWall(): Long

internal actual fun wallNanoseconds(): Long = quickWall()

internal actual fun processCpuNanoseconds(): Long = timemory_process_cpu_nanoseconds()

internal actual fun threadCpuNanoseconds(): Long = timemory_thread_cpu_nanoseconds()

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
