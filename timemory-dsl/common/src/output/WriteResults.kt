package timemory

/**
 * Writes [results] as [settings] say: tables to [console], files below the output path. What cannot be written is told by
 * [report], once for a directory that cannot be made or written to; the tables reach the console all the same.
 *
 * @return the files written
 */
internal fun writeResults(
    results: Results,
    settings: Settings,
    console: (String) -> Unit,
    report: (String) -> Unit,
): List<String> {
    // Files first: whoever reads the console may stop reading, and end the process by that.
    val written = ArrayList<String>()
    val directory = if (settings.fileOutput) usableDirectory(settings, report) else null
    if (directory != null) {
        for (format in formatsOf(settings, report)) {
            written += format.write(results, settings, directory) { failure ->
                report("cannot write results: ${failure.message ?: failure}. Set TIMEMORY_OUTPUT_PATH to a directory that can be written to")
            }
        }
    }
    if (settings.coutOutput) {
        val screen = Screen.ofOutput()
        for (graph in results.graphs) console("\n" + tableOf(graph, settings, screen))
        if (written.isNotEmpty()) console("\n" + written.joinToString("\n") { "timemory: wrote '${visible(it)}'" })
    }
    return written
}

/** What is written when a program ends. */
private fun formatsOf(settings: Settings, report: (String) -> Unit): List<ResultFormat> = (
    listOfNotNull(
        ResultFormat.TEXT.takeIf { settings.textOutput },
        ResultFormat.JSON.takeIf { settings.jsonOutput },
        ResultFormat.TREE.takeIf { settings.treeOutput },
        ResultFormat.METADATA.takeIf { settings.jsonOutput },
        ResultFormat.FLAMEGRAPH.takeIf { settings.flamegraphOutput },
        // Where there is none, only who asked for it needs to know.
        ResultFormat.HTML.takeIf { settings.htmlOutput && (hasReportTemplate() || settings.isSet(Catalogue.htmlOutput)) },
    ) + (if (settings.plotOutput) listOf(ResultFormat.SVG) + imageFormats(report) else emptyList()) + ResultFormat.listOf(settings.outputFormats)
    ).distinct()

/** The table as text; where the component's own display fails, what it says instead. */
private fun tableOf(graph: CallGraph, settings: Settings, screen: Screen): String = try {
    graph.table(settings, screen).trimEnd()
} catch (failure: Exception) {
    "timemory: component ${graph.type.id} cannot be shown: $failure"
}

private fun usableDirectory(settings: Settings, report: (String) -> Unit): String? {
    val directory = if (settings.timeOutput) {
        settings.outputPath + "/" + TimeFormat.format(settings.timeFormat, localTime())
    } else {
        settings.outputPath
    }
    return try {
        makeDirectories(directory)
        directory
    } catch (failure: Exception) {
        report("cannot write results: ${failure.message}. Set TIMEMORY_OUTPUT_PATH to a directory that can be written to")
        null
    }
}

/** [name] without what would lead out of the directory or cannot stand in a file's name. */
internal fun fileName(name: String): String {
    val safe = name.map { if (it == '/' || it == '\\' || it == ':' || it.isISOControl()) '_' else it }.joinToString("")
    return if (safe.all { it == '.' }) "_$safe" else safe
}
