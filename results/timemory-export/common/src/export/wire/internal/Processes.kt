package timemory.export.wire.internal

import timemory.export.ranks.MergedProcess
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.readText
import timemory.internal.platform.wallNanoseconds
import timemory.mpi.launched.Launched
import timemory.results.Results

/** The rank that its launcher gave a process with [environment]; -1 where it gave none. */
internal fun rankIn(environment: Map<String, String>): Int = Launched.of(environment::get)?.rank?.takeIf { it <= MAX_RANK } ?: -1

/** This process, of which [results] are. */
internal fun ownProcess(results: Results): MergedProcess {
    val made = if (results.madeAt > 0L) results.madeAt else wallNanoseconds() / 1000L
    return MergedProcess(rankIn(environmentVariables()), hostName(), results.processId, stampOf(made.toString()))
}

/** The name of this machine; empty where it is not known. */
internal fun hostName(): String = try {
    readText("/proc/sys/kernel/hostname").trim()
} catch (_: Exception) {
    ""
}

/**
 * The process that a file is of. When its results were made distinguishes it from others of its number, and its sessions from each other;
 * files of earlier versions say only in which second they were written.
 */
internal fun processOf(processId: Long, info: Map<String, String>, environment: Map<String, String>): MergedProcess {
    val made = info["RESULTS_AT"] ?: info["WRITTEN_AT"]?.let { "$it ${info["THREADS"]}" }
    return MergedProcess(rankIn(environment), info["HOSTNAME"].orEmpty(), processId, if (made == null) 0L else stampOf(made))
}

/** A number above 0 that differs where [text] does. */
internal fun stampOf(text: String): Long {
    var hash = 7L
    for (c in text) hash = hash * 31L + c.code
    return (hash and Long.MAX_VALUE ushr 8) + 1L
}
