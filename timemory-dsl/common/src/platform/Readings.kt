package timemory

/** The monotonic clock, in nanoseconds from some fixed point. */
internal expect fun wallNanoseconds(): Long

/** User and system time of the process, in nanoseconds. */
internal expect fun processCpuNanoseconds(): Long

/** User and system time of the calling thread, in nanoseconds. */
internal expect fun threadCpuNanoseconds(): Long

/** Why [threadCpuNanoseconds] cannot be had here, `null` where it can. */
internal expect fun threadCpuUnavailable(): String?

/** The largest resident set the process ever had, in bytes. */
internal expect fun peakRssBytes(): Long

/** The resident set of the process, in bytes. */
internal expect fun pageRssBytes(): Long

/** Tries [reading] once: `null` if it works, otherwise why not. */
internal inline fun reasonWithout(reading: () -> Long): String? = try {
    reading()
    null
} catch (failure: Exception) {
    failure.message ?: failure.toString()
}
