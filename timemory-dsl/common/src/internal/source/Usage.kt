package timemory.internal.source

import timemory.Binding
import timemory.internal.platform.UsageIndex
import timemory.internal.platform.readUsage
import timemory.internal.platform.usageUnavailable

/**
 * Kernel statistics for the process, the calling thread, or the children that the process has waited for (`getrusage`).
 *
 * @property who the argument of `getrusage`
 * @property whose its name in C
 */
internal class Usage private constructor(private val who: Int, private val whose: String, binding: Binding) :
    Source(UsageIndex.COUNT, binding) {
    private val ownPeak =
        if (who == 0) OwnPeak(KeyedFile("/proc/self/status", "VmHWM:", factor = 1024L, at = UsageIndex.PEAK_RSS)) else null

    /** Makes [read] return the peak of this process only; to be called before the first reading. */
    fun separatePeak() {
        ownPeak?.look(this)
    }

    override fun read(into: LongArray) {
        readUsage(who, into)
        ownPeak?.correct(into)
    }

    override fun origin(index: Int): String = "getrusage($whose).${FIELDS[index]}"

    override fun unavailableReason(index: Int): String? = usageUnavailable(who, index) ?: super.unavailableReason(index)

    companion object {
        val PROCESS = Usage(0, "RUSAGE_SELF", Binding.PROCESS)
        val THREAD = Usage(1, "RUSAGE_THREAD", Binding.THREAD)
        val CHILDREN = Usage(-1, "RUSAGE_CHILDREN", Binding.PROCESS)

        /** In the order of [UsageIndex]. */
        private val FIELDS = listOf(
            "ru_utime", "ru_stime", "ru_maxrss", "ru_minflt", "ru_majflt", "ru_inblock", "ru_oublock", "ru_nvcsw", "ru_nivcsw",
        )
    }
}
