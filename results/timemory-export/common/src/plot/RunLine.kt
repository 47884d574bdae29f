package timemory.plot

import timemory.export.internal.programOf
import timemory.internal.lean.*
import timemory.output.headlineOf
import timemory.output.processFacts
import timemory.results.ReadType
import timemory.results.Results

/** Returns what ran and when, as far as it is known, for plots: `Server, 4.90 s, CPU 170 ms, 8 threads, 2026-11-30 12:30:15`. */
internal fun runOf(results: Results): String {
    val isOwn = results.metadata == null && results.graphs.none { it.type is ReadType }
    val facts = results.metadata?.info ?: if (isOwn) processFacts(results).toMap() else emptyMap()
    val parts = ArrayList<String>()
    // Files of earlier versions have the command line only.
    if (PROGRAM !in facts && results.metadata?.commandLine?.isNotEmpty() == true) parts.add(pictureText(programOf(results)))
    parts.add(headlineOf(results))
    facts[WRITTEN_AT]?.let { parts.add(pictureText(it)) }
    return parts.filter { it.isNotEmpty() }.joinToString(", ")
}

private const val PROGRAM = "PROGRAM"
private const val WRITTEN_AT = "WRITTEN_AT"
