package timemory.export.wire.internal

import timemory.export.ranks.MergedProcess
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.readText
import timemory.internal.platform.wallNanoseconds
import timemory.mpi.launched.Launched
import timemory.results.Results

/** Returns the rank that its launcher gave a process with [environment]; -1 if it has none. */
internal fun rankIn(environment: Map<String, String>): Int = Launched.of(environment::get)?.rank?.takeIf { it <= MAX_RANK } ?: -1

/** Returns this process as the origin of [results]. */
internal fun ownProcess(results: Results): MergedProcess {
    val made = if (results.madeAt > 0L) results.madeAt else wallNanoseconds() / 1000L
    return MergedProcess(rankIn(environmentVariables()), hostName(), results.processId, stampOf(made.toString()))
}

/** Returns this machine's name; empty if unknown. */
internal fun hostName(): String = try {
    readText("/proc/sys/kernel/hostname").trim()
} catch (_: Exception) {
    ""
}

/**
 * Returns the process that a file comes from. The time its results were made distinguishes it from other processes with the same ID, and
 * its sessions from each other; files of earlier versions have only the second they were written.
 */
internal fun processOf(processId: Long, info: Map<String, String>, environment: Map<String, String>): MergedProcess {
    val made = info["RESULTS_AT"] ?: info["WRITTEN_AT"]?.let { "$it ${info["THREADS"]}" }
    return MergedProcess(rankIn(environment), info["HOSTNAME"].orEmpty(), processId, if (made == null) 0L else stampOf(made))
}

/** Returns a hash of [text] above 0. */
internal fun stampOf(text: String): Long {
    var hash = 7L
    for (c in text) hash = hash * 31L + c.code
    return (hash and Long.MAX_VALUE ushr 8) + 1L
}
