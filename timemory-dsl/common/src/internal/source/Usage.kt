package timemory.internal.source

import timemory.internal.platform.readUsage
import timemory.internal.platform.usageUnavailable

/**
 * What the kernel counts for the process, the calling thread, or the children that the process has waited for (`getrusage`).
 *
 * @property who as `getrusage` takes it
 */
internal class Usage private constructor(private val who: Int) : Source(COUNT) {
    override fun read(into: LongArray) = readUsage(who, into)

    override fun unavailableReason(index: Int): String? = usageUnavailable(who, index) ?: super.unavailableReason(index)

    companion object {
        const val USER_TIME = 0
        const val SYSTEM_TIME = 1
        const val PEAK_RSS = 2
        const val MINOR_FAULTS = 3
        const val MAJOR_FAULTS = 4
        const val BLOCKS_IN = 5
        const val BLOCKS_OUT = 6
        const val VOLUNTARY_SWITCHES = 7
        const val INVOLUNTARY_SWITCHES = 8
        const val COUNT = 9

        val PROCESS = Usage(0)
        val THREAD = Usage(1)
        val CHILDREN = Usage(-1)
    }
}
