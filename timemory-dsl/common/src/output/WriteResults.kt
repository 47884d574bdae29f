package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.isOutOfMemory
import timemory.internal.platform.localTime
import timemory.internal.platform.retryOnOutOfMemory
import timemory.internal.platform.writersAtOnce
import timemory.internal.text.printable
import timemory.internal.text.visible
import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Catalogue
import timemory.settings.Settings
import timemory.settings.TimeFormat

/** From so many nodes on it is worth starting a thread for another file. */
private const val WORTH_A_THREAD = 5_000

/**
 * Writes [results] as [settings] say: files below the output path, then tables to [console]. What cannot be written is reported by
 * [report], once for a directory that cannot be made or written to; the tables reach the console all the same.
 *
 * Files go to a [RunFolder], so that those of other sessions, processes and programs are not replaced.
 *
 * @return the files written
 */
internal fun writeResults(
    results: Results,
    settings: Settings,
    console: (String) -> Unit,
    report: (String) -> Unit,
): List<String> {
    val files = if (settings.fileOutput) filesOf(results, settings, report) else emptyList()
    val root = rootOf(settings)
    val folder =
        if (settings.fileOutput) usableFolder(root, settings, results, files.map { it.name }.distinct(), report) else null
    val screen = if (settings.coutOutput) Screen.ofOutput() else null
    val shown: List<Any> = when {
        screen == null || results.graphs.isEmpty() -> emptyList()
        settings.showsTables -> results.graphs
        else -> listOf(results)
    }
    val parts = shown + (if (folder == null) emptyList() else files)
    val isMuch = results.graphs.sumOf { it.nodeCount(atMost = WORTH_A_THREAD) } >= WORTH_A_THREAD
    val made = doSideBySide(parts, if (isMuch) writersAtOnce else 1) { part ->
        when (part) {
            is CallGraph -> tableOf(part, settings, screen!!)
            is Results -> treeOf(part, settings, screen!!)
            else -> {
                val file = part as ResultFormat.File
                orReported(file.name, report) { file.write(folder!!.path) }?.let { file.name }
            }
        }
    }
    val written = ArrayList<String>()
    for (i in shown.size until parts.size) made[i]?.let { written.add(it) }
    if (folder != null) {
        orReported("the record of the run", report) { folder.complete(written) }
        if (written.isNotEmpty() && !settings.compatible) tidy(root, folder, settings, report)
    }
    // After the files: the reader of the console may stop reading, which ends the process.
    for (i in shown.indices) console("\n" + made[i])
    val paths = written.map { folder!!.path + "/" + it }
    if (screen != null && paths.isNotEmpty()) {
        console(
            "\n" + if (settings.showsTables) {
                paths.map { "timemory: wrote '${visible(it)}'" }.joinToString("\n")
            } else {
                filesLine(written, folder!!.path)
            },
        )
    }
    return paths
}

/** `timemory: wrote report.html, results.timemory.json and 3 text files to timemory-output/server` */
private fun filesLine(names: List<String>, folder: String): String {
    val texts = names.count { it.endsWith(".txt") }
    val others = names.filter { !it.endsWith(".txt") }
    val parts = ArrayList<String>()
    for (i in 0 until minOf(MAX_NAMES, others.size)) parts.add(visible(others[i]))
    if (others.size > MAX_NAMES) parts.add("${others.size - MAX_NAMES} other files")
    if (texts > 0) parts.add(if (texts == 1) "1 text file" else "$texts text files")
    val last = parts.removeAt(parts.size - 1)
    val list = if (parts.isEmpty()) last else parts.joinToString(", ") + " and " + last
    return "timemory: wrote $list to ${visible(folder)}"
}

private const val MAX_NAMES = 4

private fun filesOf(results: Results, settings: Settings, report: (String) -> Unit): List<ResultFormat.File> =
    retryOnOutOfMemory { formatsOf(settings, report) }
        .flatMap { format -> orReported(format.id, report) { format.files(results, settings) }.orEmpty() }

/** What [action] returns; `null` where it fails, which is reported: the others are written all the same. */
private inline fun <R> orReported(what: String, report: (String) -> Unit, action: () -> R): R? = try {
    retryOnOutOfMemory(action)
} catch (failure: Throwable) {
    // Tables come first and take least: where memory is short, what needs more is left out.
    report(
        if (isOutOfMemory(failure)) {
            "not enough memory to write ${printable(what)}: give the program more, or write fewer formats"
        } else {
            "cannot write ${printable(what)}: ${failure.message ?: failure}"
        },
    )
    null
}

/** Returns the formats to write at the end of a program. */
private fun formatsOf(settings: Settings, report: (String) -> Unit): List<ResultFormat> {
    val formats = ArrayList<ResultFormat>()
    if (settings.textOutput) formats.add(ResultFormat.TEXT)
    if (settings.compactOutput) formats.add(ResultFormat.COMPACT)
    for (provider in ResultFormat.providers) formats.addAll(provider.formatsAtEnd(settings, report))
    if (ResultFormat.providers.isEmpty()) {
        // timemory for C++'s switches are known here, so that setting them gives an answer.
        for (setting in listOf(Catalogue.jsonOutput, Catalogue.treeOutput)) {
            if (!settings.get(setting)) continue
            report("${setting.variable} needs the module timemory-export, which is missing: add it to the program")
        }
    }
    return (formats + ResultFormat.listOf(settings.outputFormats)).distinct()
}

/** The table as text; if the component cannot be displayed, the reason instead. */
private fun tableOf(graph: CallGraph, settings: Settings, screen: Screen): String = try {
    retryOnOutOfMemory { buildString { TextTable(graph, settings, screen, settings.consoleMaxRows).writeTo(this) } }.trimEnd()
} catch (failure: Throwable) {
    "timemory: component ${graph.type.id} cannot be shown: " + if (isOutOfMemory(failure)) "out of memory" else failure.toString()
}

/** The tree as text; if a component cannot be displayed, tables of those that can. */
private fun treeOf(results: Results, settings: Settings, screen: Screen): String = try {
    retryOnOutOfMemory { results.treeText(settings, screen, settings.consoleMaxRows) }.trimEnd()
} catch (_: Throwable) {
    results.graphs.joinToString("\n\n") { tableOf(it, settings, screen) }
}

private fun usableFolder(
    root: String,
    settings: Settings,
    results: Results,
    names: List<String>,
    report: (String) -> Unit,
): RunFolder? {
    val record = settings.fileNameOf("timemory", results)
    return try {
        retryOnOutOfMemory {
            val place = jobPlaceOf(results)
            when {
                settings.compatible -> RunFolder.claimInPlace(root, names, record)
                place == null -> RunFolder.claim(root, names, record, report)
                else -> claimOfRank(root, place, names, record, report)
            }
        }
    } catch (failure: Exception) {
        report("cannot write results: ${failure.message ?: failure}. Set TIMEMORY_OUTPUT_PATH to a writable directory")
        null
    }
}

/** Where all runs are. */
private fun rootOf(settings: Settings): String {
    val path = if (settings.timeOutput) {
        settings.outputPath + "/" + TimeFormat.format(settings.timeFormat, localTime())
    } else {
        settings.outputPath
    }
    return path.trimEnd('/').ifEmpty { "/" }
}

private const val MAX_TRIES = 5

private fun claimOfRank(root: String, place: JobPlace, names: List<String>, record: String, report: (String) -> Unit): RunFolder {
    val job = JobFolder(root, place, record)
    repeat(MAX_TRIES) {
        val path = job.find()
        val folder = RunFolder.claim(path, names, record, report)
        if (job.isStill(path)) return folder
        folder.abandon() // the next job took the name meanwhile
    }
    error("$root/${place.folder}: other jobs keep taking it")
}

/** Has the newest run found, and older ones make room. What fails here costs no results. */
private fun tidy(root: String, folder: RunFolder, settings: Settings, report: (String) -> Unit) {
    val below = folder.path.removePrefix("$root/").substringBefore('/')
    val newest = if (folder.path == root) root else "$root/$below"
    orReported("the link to the newest run", report) { pointLatest(root, newest, folder.name) }
    orReported("the list of earlier runs", report) { RunRetention(root, settings).apply(newest, report) }
    if (newest != root && newest != folder.path) {
        orReported("the list of earlier runs", report) { RunRetention(newest, settings).apply(folder.path, report) }
    }
}

/** That of the process that [results] are of: joint ones have none. */
internal fun jobPlaceOf(results: Results): JobPlace? {
    if (results.processCount > 1 || results.metadata != null) return null
    for (provider in ResultFormat.providers) return provider.place ?: continue
    return null
}

/** The name of a file of [part], without its extension. */
internal fun Settings.fileNameOf(part: String, results: Results): String =
    fileName(outputPrefix + part + if (useOutputSuffix) "-${results.processId}" else jobPlaceOf(results)?.suffix.orEmpty())

/** [name] without what would lead out of the directory or is not allowed in a file name. */
internal fun fileName(name: String): String {
    val safe = name.map { if (it == '/' || it == '\\' || it == ':' || it.isISOControl()) '_' else it }.joinToString("")
    return if (safe.all { it == '.' }) "_$safe" else safe
}
