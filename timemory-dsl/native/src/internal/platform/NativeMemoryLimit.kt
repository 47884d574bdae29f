package timemory.internal.platform

internal actual fun memoryLimit(): Long = limitAtStart

/** Determined once: memory mapped by then is not for objects. */
private val limitAtStart: Long by lazy(::findLimit)

/** What `ulimit -v` and `ulimit -d` leave besides the memory that the process has mapped, and the limit of its container. */
private fun findLimit(): Long {
    var limit = minOf(numberIn("/sys/fs/cgroup/memory.max", ""), numberIn("/sys/fs/cgroup/memory/memory.limit_in_bytes", ""))
    for ((name, used) in listOf("Max address space" to "VmSize:", "Max data size" to "VmData:")) {
        val allowed = numberIn("/proc/self/limits", name)
        if (allowed == Long.MAX_VALUE) continue
        val mapped = numberIn("/proc/self/status", used)
        limit = minOf(limit, if (mapped < allowed / 1024L) allowed - mapped * 1024L else 0L)
    }
    return limit
}

/** Returns the number after [name] in [file]; `Long.MAX_VALUE` if there is none, as for `unlimited` and `max`. */
private fun numberIn(file: String, name: String): Long {
    val text = runCatching { readText(file) }.getOrNull() ?: return Long.MAX_VALUE
    val number = text.substringAfter(name, "").trimStart().takeWhile { it in '0'..'9' }
    return number.toLongOrNull() ?: Long.MAX_VALUE
}
