package timemory.internal.platform

import kotlinx.cinterop.alloc
import kotlinx.cinterop.convert
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.RLIMIT_AS
import platform.posix.RLIMIT_DATA
import platform.posix.getrlimit
import platform.posix.rlimit
import timemory.internal.source.Cgroup

/** What `ulimit -v` and `ulimit -d` leave beyond what the process has mapped, and the limit of its control group. */
internal actual fun memoryLimit(): Long = memoryLimitAtStart

/** Looked for once: what was mapped by then is not for objects. */
private val memoryLimitAtStart: Long by lazy(::findLimit)

private fun findLimit(): Long {
    var limit = Cgroup.OWN.memoryLimit()
    val kinds = listOf(RLIMIT_AS to "VmSize:", RLIMIT_DATA to "VmData:")
    for ((kind, line) in kinds) {
        val allowed = limitOf(kind) ?: continue
        limit = minOf(limit, maxOf(0L, allowed - mapped(line)))
    }
    return limit
}

private fun limitOf(kind: Int): Long? = memScoped {
    val one = alloc<rlimit>()
    if (getrlimit(kind.convert(), one.ptr) != 0) return null
    one.rlim_cur.toLong().takeIf { it >= 0L } // RLIM_INFINITY has all bits set
}

private fun mapped(line: String): Long {
    val text = runCatching { readText("/proc/self/status") }.getOrNull() ?: return 0L
    return text.substringAfter(line, "").trimStart().substringBefore(' ').toLongOrNull()?.times(1024L) ?: 0L
}
