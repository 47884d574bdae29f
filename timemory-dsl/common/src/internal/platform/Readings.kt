package timemory.internal.platform

/** The wall clock, in nanoseconds from an arbitrary origin, using the selected source. */
internal expect fun wallNanoseconds(): Long

/** The monotonic clock, in nanoseconds from an arbitrary origin. */
internal expect fun monotonicNanoseconds(): Long

/** The monotonic clock without rate adjustments (`CLOCK_MONOTONIC_RAW`), in nanoseconds from an arbitrary origin. */
internal expect fun rawMonotonicNanoseconds(): Long

/** The processor's time-stamp counter. May be called only if [timeStampCounterUnavailable] is `null`. */
internal expect fun timeStampCounter(): Long

/** Why [timeStampCounter] cannot be read here; `null` if it can. */
internal expect fun timeStampCounterUnavailable(): String?

/**
 * Why [timeStampCounter] should not be read unless the user asks for it; `null` if it may be. Checks no more than necessary, because it is
 * called whenever measuring starts.
 */
internal expect fun timeStampCounterNotGranted(): String?

/**
 * Calls [choose] after the program has run for a while, on targets where choosing takes as long as a small program, otherwise immediately.
 * Replaces an earlier request; `null` cancels it.
 */
internal expect fun chooseClockLate(choose: (() -> Unit)?)

/** Whether it is called immediately. */
internal expect val choosesClockAtOnce: Boolean

/** Makes [wallNanoseconds] use the time-stamp counter with [line], which [clock] renews, or the monotonic clock if it is `null`. */
internal expect fun readWallClockBy(line: TickLine?, clock: TickClock)

/** User and system time of the process, in nanoseconds. */
internal expect fun processCpuNanoseconds(): Long

/** User and system time of the calling thread, in nanoseconds. */
internal expect fun threadCpuNanoseconds(): Long

/** Why [threadCpuNanoseconds] is unavailable here; `null` if it is available. */
internal expect fun threadCpuUnavailable(): String?

/** Reads the numbers of `Usage` for [who], as defined by `getrusage`, into [into]: times in nanoseconds, memory in bytes. */
internal expect fun readUsage(who: Int, into: LongArray)

/** Why number [index] of [readUsage] is unavailable here for [who]; `null` if it is available. */
internal expect fun usageUnavailable(who: Int, index: Int): String?

/** The size of a memory page, in bytes. */
internal expect fun pageSize(): Long

/**
 * A system file that is kept open.
 *
 * @param perThread whether [path] refers to a different file on each thread
 */
internal expect class SystemFile(path: String, perThread: Boolean) {
    /**
     * Reads it from its start; returns the number of bytes. Throws an exception whose message names the file and the reason if it cannot be
     * read.
     */
    fun read(into: ByteArray): Int
}

/** The calling thread's buffer for such files. */
internal expect fun threadFileText(): FileText
