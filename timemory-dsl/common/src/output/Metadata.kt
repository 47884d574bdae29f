package timemory.output

import timemory.internal.clock.wallClockSourceInUse
import timemory.internal.lean.*
import timemory.internal.platform.commandLine
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.localTime
import timemory.internal.platform.readText
import timemory.internal.platform.runtimeFacts
import timemory.internal.platform.targetName
import timemory.results.ReadType
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.Catalogue
import timemory.settings.Settings

internal fun shownCommandLine() = Secrets.shown(commandLine())

internal fun shownEnvironment(): Map<String, String> {
    val environment = environmentVariables()
    val names = ArrayList(environment.keys)
    names.sortNames()
    return names.associateWith { Secrets.shown(it, environment.getValue(it)) }
}

/** What is known of the run that [results] are of: for those of this process what it is and [settings]. */
internal fun runMetadata(results: Results, settings: Settings): RunMetadataFacts? =
    results.metadata ?: if (results.graphs.any { it.type is ReadType }) null else RunMetadataFacts(
        processFacts(results).toMap(),
        shownEnvironment(),
        shownCommandLine(),
        (Catalogue.settings + settings.additional()).associate {
            it.variable to RunMetadataFacts.Setting(Secrets.ofAddress(settings.textOf(it)), settings.isSet(it))
        },
    )

/** What is known of the process and its machine, by timemory's names where it has them; what cannot be read is missing. */
internal fun processFacts(results: Results): List<Pair<String, String>> = listOfNotNull(
    "TARGET" to targetName,
    "PID" to results.processId.toString(),
    "THREADS" to results.threadCount.toString(),
    fact("HOSTNAME") { readText("/proc/sys/kernel/hostname").trim() },
    fact("OS_RELEASE") { readText("/proc/sys/kernel/osrelease").trim() },
    fact("OS_VERSION") { readText("/proc/sys/kernel/version").trim() },
    fact("CPU_MODEL") { Machine.processor.valueOf("model name") },
    fact("CPU_VENDOR") { Machine.processor.valueOf("vendor_id") },
    fact("CPU_FREQUENCY") { Machine.processor.valueOf("cpu MHz")?.let { "$it MHz" } },
    fact("HW_CONCURRENCY") { Machine.processor.count("processor").takeIf { it > 0 }?.toString() },
    fact("MEMORY") { Machine.memory.valueOf("MemTotal") },
    "WALL_CLOCK_SOURCE" to wallClockSourceInUse(),
    "WRITTEN_AT" to localTime().let { "${it.year}-${two(it.month)}-${two(it.day)} ${two(it.hour)}:${two(it.minute)}:${two(it.second)}" },
    if (results.madeAt > 0L) "RESULTS_AT" to results.madeAt.toString() else null,
) + runFacts() + (jobPlaceOf(results)?.facts ?: ArrayList(0)) + runtimeFacts() + MetadataExtensions.all()

private fun two(number: Int): String = number.toString().padStart(2, '0')

private inline fun fact(name: String, read: () -> String?): Pair<String, String>? {
    val value = try {
        read()
    } catch (_: Exception) {
        return null // it is missing
    }
    return if (value == null || value.isBlank()) null else name to value
}

/** What the kernel says of the machine, read once: each processor takes it a while to describe. */
private object Machine {
    val processor = NamedLines(textOf("/proc/cpuinfo"))
    val memory = NamedLines(textOf("/proc/meminfo"))

    private fun textOf(path: String) = try {
        readText(path)
    } catch (_: Exception) {
        ""
    }
}

/** Lines of a name, a colon and a value, as in `/proc/cpuinfo`. */
internal class NamedLines(private val text: String) {
    /** The value of the first line [name]; `null` where there is none. */
    fun valueOf(name: String): String? {
        val colon = colonAfter(name, 0)
        if (colon < 0) return null
        val end = text.indexOf('\n', colon)
        return (if (end < 0) text.substring(colon + 1) else text.substring(colon + 1, end)).trim()
    }

    /** How many lines there are of [name]. */
    fun count(name: String): Int {
        var count = 0
        var colon = colonAfter(name, 0)
        while (colon >= 0) {
            count++
            colon = colonAfter(name, colon)
        }
        return count
    }

    /** The colon of the next line with [name], from [start] on; -1 where there is none. */
    private fun colonAfter(name: String, start: Int): Int {
        var at = text.indexOf(name, start)
        while (at >= 0) {
            var colon = at + name.length
            while (colon < text.length && (text[colon] == ' ' || text[colon] == '\t')) colon++
            if (colon < text.length && text[colon] == ':' && (at == 0 || text[at - 1] == '\n')) return colon
            at = text.indexOf(name, at + 1)
        }
        return -1
    }
}
