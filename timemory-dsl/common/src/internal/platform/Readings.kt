package timemory.internal.platform

/** The wall clock, in nanoseconds from some fixed point, by the source that is selected. */
internal expect fun wallNanoseconds(): Long

/** The monotonic clock, in nanoseconds from some fixed point. */
internal expect fun monotonicNanoseconds(): Long

/** The monotonic clock without the adjustments of its rate (`CLOCK_MONOTONIC_RAW`), in nanoseconds from some fixed point. */
internal expect fun rawMonotonicNanoseconds(): Long

/** The processor's time-stamp counter. Only where [timeStampCounterUnavailable] is `null`. */
internal expect fun timeStampCounter(): Long

/** Why [timeStampCounter] cannot be read here, `null` where it can. */
internal expect fun timeStampCounterUnavailable(): String?

/**
 * Why [timeStampCounter] is not to be read unless the user asks for it, `null` where it may be. Looks no further than it must: it is asked
 * whenever measuring starts.
 */
internal expect fun timeStampCounterNotGranted(): String?

/**
 * Has [choose] called when the program has run for a while, where choosing takes as long as a small program, else at once. Takes the place
 * of what was asked for before; `null` calls that off.
 */
internal expect fun chooseClockLate(choose: (() -> Unit)?)

/** Whether it is called at once. */
internal expect val choosesClockAtOnce: Boolean

/** Has [wallNanoseconds] read the time-stamp counter by [line], which [clock] renews, or the monotonic clock where it is `null`. */
internal expect fun readWallClockBy(line: TickLine?, clock: TickClock)

/** User and system time of the process, in nanoseconds. */
internal expect fun processCpuNanoseconds(): Long

/** User and system time of the calling thread, in nanoseconds. */
internal expect fun threadCpuNanoseconds(): Long

/** Why [threadCpuNanoseconds] is unavailable here, `null` where it is not. */
internal expect fun threadCpuUnavailable(): String?

/** Reads what `Usage` names of [who], as `getrusage` takes it, into [into]: times in nanoseconds, memory in bytes. */
internal expect fun readUsage(who: Int, into: LongArray)

/** Why number [index] of [readUsage] is unavailable here for [who], `null` where it is available. */
internal expect fun usageUnavailable(who: Int, index: Int): String?

/** The size of a memory page, in bytes. */
internal expect fun pageSize(): Long

/**
 * A file of the system that is kept open.
 *
 * @param perThread whether [path] leads to another file on each thread
 */
internal expect class SystemFile(path: String, perThread: Boolean) {
    /** Reads it from its start; how many bytes. Throws an exception whose message names the file and says why it cannot be read. */
    fun read(into: ByteArray): Int
}

/** The calling thread's buffer for such files. */
internal expect fun threadFileText(): FileText
