package timemory.internal.source

import timemory.internal.platform.UsageIndex
import timemory.internal.platform.readUsage
import timemory.internal.platform.usageUnavailable

/**
 * What the kernel counts for the process, the calling thread, or the children that the process has waited for (`getrusage`).
 *
 * @property who as `getrusage` takes it
 */
internal class Usage private constructor(private val who: Int) : Source(UsageIndex.COUNT) {
    override fun read(into: LongArray) = readUsage(who, into)

    override fun unavailableReason(index: Int): String? = usageUnavailable(who, index) ?: super.unavailableReason(index)

    companion object {
        val PROCESS = Usage(0)
        val THREAD = Usage(1)
        val CHILDREN = Usage(-1)
    }
}
