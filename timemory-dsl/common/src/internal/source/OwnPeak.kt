package timemory.internal.source

import timemory.internal.platform.UsageIndex

/**
 * The peak of this process's memory alone, made of what `getrusage` tells.
 *
 * At an exec the kernel counts the peak of the memory that is replaced as one of the program that replaces it. What a large process starts
 * (a build tool, Python, the launcher of a job) so begins with that one's `ru_maxrss`, and keeps it until its own is higher. As long as
 * that number has not moved and the kernel's high-water mark of the process is lower, the mark is the truth.
 *
 * To read the mark takes ten times as long as `getrusage`. A process that had no page fault since has not come to more memory either, so
 * then the mark is what it was.
 *
 * @param mark tells the high-water mark, as the number [UsageIndex.PEAK_RSS]: more slowly than `getrusage`, and never behind it
 */
internal class OwnPeak(private val mark: Source) {
    private var isLookedAt = false

    /** What `getrusage` says while it is another process's; -1 where it is not known to be. */
    private var inherited = -1L

    /** The mark when it was read last, in units of 1024, above 30 bits of how many faults there were; written as one, by any thread. */
    private var last = 0L

    /** Looks, at the first call, whether the peak that [usage] reads is this process's. */
    fun look(usage: Source) {
        if (isLookedAt) return
        val numbers = LongArray(UsageIndex.COUNT)
        try {
            usage.read(numbers)
            val peak = numbers[UsageIndex.PEAK_RSS]
            mark.read(numbers)
            if (numbers[UsageIndex.PEAK_RSS] < peak) inherited = peak
        } catch (_: UnsupportedOperationException) {
            // Where one of the two cannot be read, nothing tells them apart.
        }
        isLookedAt = true
    }

    /** Replaces the peak that `getrusage` has just told among [numbers], unless nobody had it [look]ed at. */
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
