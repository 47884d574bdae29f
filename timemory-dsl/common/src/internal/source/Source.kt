package timemory.internal.source

import timemory.Binding

/**
 * A part of the system that provides several numbers in one reading: a call such as `getrusage`, or a file such as `/proc/self/io`.
 *
 * Numbers are in raw units: nanoseconds, bytes, counts. May be read by any number of threads at once.
 *
 * @property size how many numbers it provides
 * @property binding what the numbers belong to
 */
internal abstract class Source(val size: Int, val binding: Binding) {
    /** The source of number [index], as shown in listings of components. */
    abstract fun origin(index: Int): String

    /** Reads all numbers into [into], which has room for at least [size]. Allocates nothing. */
    abstract fun read(into: LongArray)

    /** Why number [index] is unavailable on this machine; `null` if it is available. */
    open fun unavailableReason(index: Int): String? = reasonWithout { LongArray(size).also(::read)[index] }
}

/** Tries [reading] once: returns `null` if it works, otherwise the reason. */
internal inline fun reasonWithout(reading: () -> Long): String? = try {
    reading()
    null
} catch (failure: Exception) {
    failure.message ?: failure.toString()
}
