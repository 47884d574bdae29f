package timemory.output

import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.uptimeNow
import timemory.internal.text.shortenTo
import timemory.internal.text.visible
import timemory.results.ReadType
import timemory.results.Results

private const val PROGRAM = "PROGRAM"
private const val ELAPSED = "ELAPSED_SECONDS"
private const val CPU = "CPU_SECONDS"
private const val MAX_PROGRAM = 50

/** What is known of this process as a run: its program, and how long it has run. What cannot be read is missing. */
internal fun runFacts(): List<Pair<String, String>> {
    val own = ProcessMark.own()
    val uptime = uptimeNow()
    return listOfNotNull(
        PROGRAM to own.program,
        if (own.start < 0L || uptime < own.start) null else ELAPSED to ((uptime - own.start) / 100.0).toString(),
        ProcessMark.cpuTimeOf(own.pid).let { if (it < 0L) null else CPU to (it / 100.0).toString() },
    )
}

/** Returns one line about the run of [results]: `com.example.Server, 4.90 s, CPU 170 ms, 8 threads`. */
internal fun headlineOf(results: Results): String {
    val isOwn = results.metadata == null && results.graphs.none { it.type is ReadType }
    val facts = results.metadata?.info ?: if (isOwn) runFacts().toMap() else emptyMap()
    val parts = ArrayList<String>()
    facts[PROGRAM]?.let { parts.add(shortenTo(visible(it.removePrefix("java ")), MAX_PROGRAM)) }
    if (results.processCount > 1) {
        parts.add("${results.processCount} processes")
    } else {
        facts[ELAPSED]?.let(::secondsOf)?.let { parts.add(it) }
        facts[CPU]?.let(::secondsOf)?.let { parts.add("CPU $it") }
    }
    if (results.threadCount > 0) parts.add(if (results.threadCount == 1) "1 thread" else "${results.threadCount} threads")
    return parts.joinToString(", ")
}

/** The kernel counts hundredths of a second. */
private fun secondsOf(text: String): String? =
    text.toDoubleOrNull()?.let { if (it < 0.01) "under 10 ms" else readable(1e9 * it, Quantity.TIME) }
