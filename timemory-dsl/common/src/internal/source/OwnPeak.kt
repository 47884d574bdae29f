package timemory.internal.source

import timemory.internal.platform.UsageIndex

/**
 * The peak memory of this process only, derived from `getrusage`.
 *
 * At exec, the kernel counts the peak of the replaced memory as that of the new program. A program started by a large process (a build
 * tool, Python, the launcher of a job) therefore starts with that process's `ru_maxrss`, and keeps it until its own is higher. As long as
 * that number is unchanged and the kernel's high-water mark of the process is lower, the mark is correct.
 *
 * Reading the mark takes ten times as long as `getrusage`. A process without page faults since then has not obtained more memory either, so
 * the mark is unchanged.
 *
 * @param mark returns the high-water mark, like [UsageIndex.PEAK_RSS]: more slowly than `getrusage`, and never outdated
 */
internal class OwnPeak(private val mark: Source) {
    private var isLookedAt = false

    /** The value of `getrusage` while it is another process's; -1 if unknown. */
    private var inherited = -1L

    /**
     * The mark at the last reading, in units of 1024, above 30 bits with the number of faults at that time; written as one word, by any
     * thread.
     */
    private var last = 0L

    /** Determines, at the first call, whether the peak read by [usage] is this process's. */
    fun look(usage: Source) {
        if (isLookedAt) return
        val numbers = LongArray(UsageIndex.COUNT)
        try {
            usage.read(numbers)
            val peak = numbers[UsageIndex.PEAK_RSS]
            mark.read(numbers)
            if (numbers[UsageIndex.PEAK_RSS] < peak) inherited = peak
        } catch (_: UnsupportedOperationException) {
            // If one of the two cannot be read, they cannot be distinguished.
        }
        isLookedAt = true
    }

    /** Corrects the peak just read by `getrusage` in [numbers], unless [look] was never called. */
    fun correct(numbers: LongArray) {
        val taken = inherited
        if (taken < 0) return
        if (numbers[UsageIndex.PEAK_RSS] != taken) {
            inherited = -1L
            return
        }
        val bits = 30
        val faults = (numbers[UsageIndex.MINOR_FAULTS] + numbers[UsageIndex.MAJOR_FAULTS]) and (1L shl bits) - 1
        val known = last
        if (faults != 0L && known and (1L shl bits) - 1 == faults) {
            numbers[UsageIndex.PEAK_RSS] = known shr bits shl 10
        } else {
            mark.read(numbers)
            last = numbers[UsageIndex.PEAK_RSS] shr 10 shl bits or faults
        }
    }
}
