package timemory.output

import timemory.internal.clock.wallClockSourceInUse
import timemory.internal.platform.commandLine
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.localTime
import timemory.internal.platform.readText
import timemory.internal.platform.runtimeFacts
import timemory.internal.platform.targetName
import timemory.internal.text.JsonWriter
import timemory.results.ReadType
import timemory.results.Results
import timemory.results.RunMetadataFacts
import timemory.settings.Catalogue
import timemory.settings.Settings

/** The file beside the results that tells how they came about: `metadata.json`, in timemory's layout. It can be given as `CONFIG_FILE`. */
internal fun writeMetadata(out: Appendable, results: Results, settings: Settings) {
    val json = JsonWriter(out)
    json.beginObject()
    json.name("timemory")
    json.beginObject()
    json.name("metadata")
    json.beginObject()
    json.name("info")
    json.beginObject()
    for ((name, value) in processFacts(results)) json.field(name, value)
    json.name("COMMAND_LINE")
    json.beginArray()
    shownCommandLine().forEach(json::value)
    json.endArray()
    json.endObject()
    json.name("environment")
    json.beginObject()
    for ((name, value) in shownEnvironment()) json.field(name, value)
    json.endObject()
    json.name("settings")
    json.beginObject()
    for (setting in Catalogue.settings + settings.further()) {
        json.name(setting.variable)
        json.beginObject()
        json.field("description", setting.description)
        json.field("type", setting.kind)
        json.field("value", settings.textOf(setting))
        json.field("is_set", settings.isSet(setting))
        json.endObject()
    }
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    out.append('\n')
}

private fun shownCommandLine() = Secrets.shown(commandLine())

private fun shownEnvironment(): Map<String, String> =
    environmentVariables().entries.sortedBy { it.key }.associate { (name, value) -> name to Secrets.shown(name, value) }

/** What is known of the run that [results] are of: for those of this process what it is and [settings]. */
internal fun runMetadata(results: Results, settings: Settings): RunMetadataFacts? =
    results.metadata ?: if (results.graphs.any { it.type is ReadType }) null else RunMetadataFacts(
        processFacts(results).toMap(),
        shownEnvironment(),
        shownCommandLine(),
        (Catalogue.settings + settings.further()).associate {
            it.variable to RunMetadataFacts.Setting(settings.textOf(it), settings.isSet(it))
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
    fact("CPU_MODEL") { cpuLine("model name") },
    fact("CPU_VENDOR") { cpuLine("vendor_id") },
    fact("CPU_FREQUENCY") { cpuLine("cpu MHz") + " MHz" },
    fact("HW_CONCURRENCY") { cpuLines("processor").size.toString() },
    fact("MEMORY") { readText("/proc/meminfo").lineSequence().first { it.startsWith("MemTotal:") }.substringAfter(':').trim() },
    "WALL_CLOCK_SOURCE" to wallClockSourceInUse(),
    "WRITTEN_AT" to localTime().let { "${it.year}-${two(it.month)}-${two(it.day)} ${two(it.hour)}:${two(it.minute)}:${two(it.second)}" },
) + runtimeFacts() + FurtherFacts.facts?.invoke().orEmpty().toList()

private fun two(number: Int): String = number.toString().padStart(2, '0')

private inline fun fact(name: String, read: () -> String): Pair<String, String>? =
    runCatching(read).getOrNull()?.takeIf { it.isNotBlank() }?.let { name to it }

private fun cpuLines(name: String): List<String> =
    readText("/proc/cpuinfo").lineSequence().filter {
        it.substringBefore(':').trim() == name
    }.map { it.substringAfter(':').trim() }.toList()

private fun cpuLine(name: String): String = cpuLines(name).first()
