package timemory.internal.source

import timemory.Binding

/**
 * A part of the system that tells several numbers in one reading: a call such as `getrusage`, or a file such as `/proc/self/io`.
 *
 * Numbers are in raw units: nanoseconds, bytes, counts. May be read by any number of threads at once.
 *
 * @property size how many numbers there are
 * @property binding what they are numbers of
 */
internal abstract class Source(val size: Int, val binding: Binding) {
    /** Where number [index] comes from, as listings of components show it. */
    abstract fun origin(index: Int): String

    /** Reads all numbers into [into], which holds at least [size]. Allocates nothing. */
    abstract fun read(into: LongArray)

    /** Why number [index] is unavailable on this machine, `null` where it is available. */
    open fun unavailableReason(index: Int): String? = reasonWithout { LongArray(size).also(::read)[index] }
}

/** Tries [reading] once: `null` if it works, otherwise why not. */
internal inline fun reasonWithout(reading: () -> Long): String? = try {
    reading()
    null
} catch (failure: Exception) {
    failure.message ?: failure.toString()
}
