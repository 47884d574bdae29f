package timemory

/**
 * What the kernel counts for the control group that the process belongs to, and everything else in that group: of version 2, or of
 * version 1 where its controllers are in use.
 */
internal object Cgroup {
    private val folders = CgroupFolders { runCatching { readText(it) }.getOrNull() }

    /** CPU time, in nanoseconds. */
    val cpuTime: Source = FirstReadable(
        "the CPU time of its control group",
        { KeyedFile(folders.unified + "/cpu.stat", "usage_usec", factor = 1000L) },
        { NumberFile(folders.of("cpuacct") + "/cpuacct.usage") },
    )

    /** Time in which it was not let run because it had used up its share, in nanoseconds. */
    val throttledTime: Source = FirstReadable(
        "the throttled time of its control group",
        { KeyedFile(folders.unified + "/cpu.stat", "throttled_usec", factor = 1000L) },
        { KeyedFile(folders.of("cpu") + "/cpu.stat", "throttled_time") },
    )

    /** Memory in use, caches of files included, in bytes. */
    val memory: Source = FirstReadable(
        "the memory of its control group",
        { NumberFile(folders.unified + "/memory.current") },
        { NumberFile(folders.of("memory") + "/memory.usage_in_bytes") },
    )
}

/**
 * Finds the folders of the process's control group, from the lines of `/proc/self/cgroup`: `0::/path` for version 2,
 * `4:memory:/path` for each controller of version 1. In a container the path may be that of the host; its own group is then at the top.
 *
 * @param read the text of a file, `null` where there is none
 */
internal class CgroupFolders(private val read: (String) -> String?) {
    private val lines: List<List<String>> =
        read("/proc/self/cgroup").orEmpty().lines().map { it.split(':', limit = 3) }.filter { it.size == 3 }

    /** The folder in version 2's hierarchy. */
    val unified: String get() {
        val path = lines.firstOrNull { it[0] == "0" }?.get(2).orEmpty()
        return nearest("/sys/fs/cgroup", path, "/cgroup.procs")
    }

    /** The folder of [controller] in version 1's. */
    fun of(controller: String): String {
        val path = lines.firstOrNull { controller in it[1].split(',') }?.get(2).orEmpty()
        return nearest("/sys/fs/cgroup/$controller", path, "/cgroup.procs")
    }

    private fun nearest(top: String, path: String, file: String): String {
        val below = top + path.trimEnd('/')
        return if (read(below + file) != null) below else top
    }
}

/** The first of [candidates] that can be read here, found at the first reading. */
private class FirstReadable(private val what: String, private vararg val candidates: () -> Source) : Source(1) {
    private val found: Result<Source> by lazy {
        val sources = candidates.map { it() }
        val readable = sources.firstOrNull { it.unavailableReason(0) == null }
        if (readable != null) {
            Result.success(readable)
        } else {
            val reasons = sources.joinToString("; ") { it.unavailableReason(0)!! }
            Result.failure(UnsupportedOperationException("$what cannot be read: $reasons"))
        }
    }

    override fun read(into: LongArray) = found.getOrThrow().read(into)
}
