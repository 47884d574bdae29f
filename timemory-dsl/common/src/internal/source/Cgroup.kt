package timemory.internal.source

import timemory.Binding
import timemory.internal.platform.readText

/**
 * What the kernel counts for the control group that the process belongs to, and everything else in that group: of version 2, or of
 * version 1 where its controllers are in use.
 *
 * The folders of the group are found from the lines of [membership]: `0::/path` for version 2, `4:memory:/path` for each controller of
 * version 1. In a container the path may be that of the host; its own group is then at the top.
 *
 * @param top where the hierarchies are mounted: that of version 2 itself, or one folder for each controller of version 1
 * @param membership the file that tells which groups the process is in
 */
internal class Cgroup(private val top: String, private val membership: String) {
    /** CPU time, in nanoseconds. */
    val cpuTime: Source = FirstReadable(
        "the CPU time of its control group",
        Count("", "cpu.stat", "usage_usec", factor = 1000L),
        Count("cpuacct", "cpuacct.usage"),
    )

    /** Time in which it was not let run because it had used up its share, in nanoseconds. */
    val throttledTime: Source = FirstReadable(
        "the throttled time of its control group",
        Count("", "cpu.stat", "throttled_usec", factor = 1000L),
        Count("cpu", "cpu.stat", "throttled_time"),
    )

    /** Memory in use, caches of files included, in bytes. */
    val memory: Source = FirstReadable(
        "the memory of its control group",
        Count("", "memory.current"),
        Count("memory", "memory.usage_in_bytes"),
    )

    /** Hierarchy, controllers and path, for each hierarchy. */
    private val lines: List<List<String>> by lazy {
        textOf(membership).orEmpty().lines().map { it.split(':', limit = 3) }.filter { it.size == 3 }
    }

    /** The folder of the group in the hierarchy of [controller], in that of version 2 for the empty one. */
    private fun folder(controller: String): String {
        val hierarchy = if (controller.isEmpty()) top else "$top/$controller"
        val line = lines.firstOrNull { if (controller.isEmpty()) it[0] == "0" else controller in it[1].split(',') }
        val below = hierarchy + line?.get(2).orEmpty().trimEnd('/')
        return if (textOf("$below/cgroup.procs") != null) below else hierarchy
    }

    private fun sourceOf(count: Count): Source {
        val path = "${folder(count.controller)}/${count.file}"
        return if (count.key == null) NumberFile(path) else KeyedFile(path, count.key, factor = count.factor)
    }

    /** The first of [candidates] that can be read here, found at the first reading. */
    private inner class FirstReadable(private val what: String, private vararg val candidates: Count) : Source(1, Binding.PROCESS) {
        private val found: Source by lazy {
            val reasons = ArrayList<String>()
            for (candidate in candidates) {
                val source = sourceOf(candidate)
                reasons.add(source.unavailableReason(0) ?: return@lazy source)
            }
            throw UnsupportedOperationException("$what cannot be read: ${reasons.joinToString("; ")}")
        }

        override fun origin(index: Int): String = candidates.joinToString()

        override fun read(into: LongArray) = found.read(into)
    }

    /** A number in a [file] of the group in the hierarchy of [controller]: all that is in it, or the one at [key]. */
    private class Count(val controller: String, val file: String, val key: String? = null, val factor: Long = 1L) {
        override fun toString(): String {
            val version = if (controller.isEmpty()) 2 else 1
            return if (key == null) "$file of version $version" else "$file ($key) of version $version"
        }
    }

    private fun textOf(file: String): String? = runCatching { readText(file) }.getOrNull()

    companion object {
        /** Control group of this process. */
        val OWN = Cgroup("/sys/fs/cgroup", "/proc/self/cgroup")
    }
}
