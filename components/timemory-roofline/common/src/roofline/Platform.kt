package timemory.roofline

/** Runs [body] on [count] threads at once, with their indexes from 0, and returns the results. Rethrows the first exception. */
internal expect fun <R> onThreads(count: Int, body: (Int) -> R): List<R>

/** Returns the time of the monotonic clock. */
internal expect fun nanoseconds(): Long

/** Lets other threads run. */
internal expect fun yieldThread()

/** Returns how many processors threads may run on. */
internal expect fun processorCount(): Int

/** Returns the content of a small file; `null` if it cannot be read. */
internal expect fun textOf(path: String): String?

/** How long a kernel must not have become faster before it is measured; 0 without a JIT compiler. */
internal expect val STEADY_NANOSECONDS: Long
