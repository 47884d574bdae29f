package timemory.export.wire.internal

import timemory.export.ranks.MergedProcess
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.readText
import timemory.internal.platform.wallNanoseconds
import timemory.mpi.launched.Launched

/** The rank that its launcher gave a process with [environment]; -1 where it gave none. */
internal fun rankIn(environment: Map<String, String>): Int = Launched.of(environment::get)?.rank?.takeIf { it <= MOST_RANK } ?: -1

/** This process, whose results are written now. */
internal fun ownProcess(processId: Long): MergedProcess =
    MergedProcess(rankIn(environmentVariables()), hostName(), processId, maxOf(1L, wallNanoseconds() / 1000L))

/** The name of this machine; empty where it is not known. */
internal fun hostName(): String = try {
    readText("/proc/sys/kernel/hostname").trim()
} catch (_: Exception) {
    ""
}

/** The process that a file is of. It was written once at a time: that is as good as when the process began. */
internal fun processOf(processId: Long, info: Map<String, String>, environment: Map<String, String>): MergedProcess {
    val written = info["WRITTEN_AT"]
    val stamp = if (written == null) 0L else stampOf("$written ${info["THREADS"]}")
    return MergedProcess(rankIn(environment), info["HOSTNAME"].orEmpty(), processId, stamp)
}

/** A number above 0 that differs where [text] does. */
internal fun stampOf(text: String): Long {
    var hash = 7L
    for (c in text) hash = hash * 31L + c.code
    return (hash and Long.MAX_VALUE ushr 8) + 1L
}
