package timemory.counters

import timemory.internal.platform.listFiles
import timemory.internal.platform.readText
import timemory.internal.text.shorten

/*
 * PMUs (performance monitoring units), as described in `/sys/bus/event_source/devices`: a folder for each, with its number in `type`, the
 * bit positions of each term in `format` (`config:0-7,32-35`), and named events in `events` (`event=0x3c,umask=0x1`).
 */

internal const val PERF_UNITS = "/sys/bus/event_source/devices"

/** Parses [text]: the name of a PMU, followed by terms with their values, or the name of an event, between slashes. */
internal fun perfUnitEvent(text: String, folder: String = PERF_UNITS): PerfEvent {
    val unit = text.substringBefore('/')
    val path = "$folder/$unit"
    val type = readNumber("$path/type")
        ?: throw IllegalArgumentException(
            "event '${shorten(text)}' is of the unit '$unit', which this machine does not have; it has: " +
                "${listFiles(folder).joinToString()}",
        )
    val config = LongArray(3)
    for (term in text.substringAfter('/').substringBeforeLast('/').split(',')) {
        if (term.isEmpty()) continue
        val named = if ('=' in term) null else readOrNull("$path/events/$term")
        if (named == null) setTerm(path, term, config) else named.split(',').forEach { setTerm(path, it, config) }
    }
    return PerfEvent(text, type, config[0], config[1], config[2])
}

private fun setTerm(path: String, term: String, config: LongArray) {
    val name = term.substringBefore('=')
    val value = numberOf(term.substringAfter('=', "1")) ?: throw IllegalArgumentException("'$term' has no number for $name")
    val whole = listOf("config", "config1", "config2").indexOf(name)
    if (whole >= 0) {
        config[whole] = value
        return
    }
    val format = readOrNull("$path/format/$name") ?: throw IllegalArgumentException(
        "there is no '$name' in $path: its terms are ${listFiles("$path/format").joinToString()}, its events " +
            "${listFiles("$path/events").joinToString().ifEmpty { "none" }}",
    )
    val register = listOf("config", "config1", "config2").indexOf(format.substringBefore(':'))
    require(register >= 0) { "$path/format/$name has the unknown format '$format'" }
    var rest = value
    for (range in format.substringAfter(':').split(',')) {
        val first = range.substringBefore('-').toInt()
        val last = range.substringAfter('-').toInt()
        val width = last - first + 1
        val mask = if (width >= 64) -1L else (1L shl width) - 1
        config[register] = config[register] or ((rest and mask) shl first)
        rest = if (width >= 64) 0L else rest ushr width
    }
    require(rest == 0L) { "'$term' is too large for its bits: $format" }
}

private fun numberOf(text: String): Long? =
    if (text.startsWith("0x")) text.drop(2).toULongOrNull(16)?.toLong() else text.toLongOrNull()

private fun readNumber(path: String): Int? = readOrNull(path)?.toIntOrNull()

private fun readOrNull(path: String): String? = try {
    readText(path).trim()
} catch (_: Exception) {
    null
}
