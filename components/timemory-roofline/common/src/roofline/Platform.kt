package timemory.roofline

/** Runs [body] on [count] threads at once, with their numbers from 0 on, and gives what it gave. Throws what the first of them threw. */
internal expect fun <R> onThreads(count: Int, body: (Int) -> R): List<R>

/** The monotonic clock. */
internal expect fun nanoseconds(): Long

/** Lets other threads run. */
internal expect fun yieldThread()

/** How many processors threads may run on. */
internal expect fun processorCount(): Int

/** The content of a small file, `null` where it cannot be read. */
internal expect fun textOf(path: String): String?

/** For how long a kernel must not have become faster before it is measured; 0 where nothing is compiled while the program runs. */
internal expect val STEADY_NANOSECONDS: Long
