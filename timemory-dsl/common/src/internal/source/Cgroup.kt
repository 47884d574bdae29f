package timemory.internal.source

import timemory.Binding
import timemory.internal.platform.readText

/**
 * Kernel statistics for the process's control group, including all its processes: of cgroup v2, or of v1 if its controllers are in use.
 *
 * The group's folders are found in the lines of [membership]: `0::/path` for v2, `4:memory:/path` for each controller of v1. In a container
 * the path may be that of the host; the container's group is then at the top.
 *
 * @param top where the hierarchies are mounted: that of v2 itself, or one folder for each controller of v1
 * @param membership the file that lists the process's groups
 */
internal class Cgroup(private val top: String, private val membership: String) {
    /** CPU time, in nanoseconds. */
    val cpuTime: Source = FirstReadable(
        "the CPU time of its control group",
        Count("", "cpu.stat", "usage_usec", factor = 1000L),
        Count("cpuacct", "cpuacct.usage"),
    )

    /** Time during which it could not run because it had used up its quota, in nanoseconds. */
    val throttledTime: Source = FirstReadable(
        "the throttled time of its control group",
        Count("", "cpu.stat", "throttled_usec", factor = 1000L),
        Count("cpu", "cpu.stat", "throttled_time"),
    )

    /** Memory in use, including file caches, in bytes. */
    val memory: Source = FirstReadable(
        "the memory of its control group",
        Count("", "memory.current"),
        Count("memory", "memory.usage_in_bytes"),
    )

    /** Hierarchy, controllers and path, for each hierarchy. */
    private val lines: List<List<String>> by lazy {
        textOf(membership).orEmpty().lines().map { it.split(':', limit = 3) }.filter { it.size == 3 }
    }

    /** Returns the folder of the group in the hierarchy of [controller], or in that of v2 if it is empty. */
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

    /** The first of [candidates] that can be read here, determined at the first reading. */
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

    /** A number in a [file] of the group in the hierarchy of [controller]: the whole content, or the number after [key]. */
    private class Count(val controller: String, val file: String, val key: String? = null, val factor: Long = 1L) {
        override fun toString(): String {
            val version = if (controller.isEmpty()) 2 else 1
            return if (key == null) "$file of version $version" else "$file ($key) of version $version"
        }
    }

    private fun textOf(file: String): String? = runCatching { readText(file) }.getOrNull()

    companion object {
        /** The control group of this process. */
        val OWN = Cgroup("/sys/fs/cgroup", "/proc/self/cgroup")
    }
}
