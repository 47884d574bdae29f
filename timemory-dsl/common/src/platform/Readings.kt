package timemory

/** The wall clock, in nanoseconds from some fixed point, by the source that is selected. */
internal expect fun wallNanoseconds(): Long

/** The monotonic clock, in nanoseconds from some fixed point. */
internal expect fun monotonicNanoseconds(): Long

/** The processor's time-stamp counter. Only where [timeStampCounterUnavailable] is `null`. */
internal expect fun timeStampCounter(): Long

/** Why [timeStampCounter] cannot be read here, `null` where it can. */
internal expect fun timeStampCounterUnavailable(): String?

/** Has [wallNanoseconds] read the time-stamp counter as [line] tells, or the monotonic clock where it is `null`. */
internal expect fun readWallClockBy(line: TickLine?)

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
