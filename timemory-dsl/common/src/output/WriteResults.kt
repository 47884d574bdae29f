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
        val names = HashSet<String>()
        for (graph in results.graphs) {
            // Two components of one label must not write over each other.
            val name = generateSequence(1) { it + 1 }.map { if (it == 1) graph.type.label else "${graph.type.label}-$it" }.first(names::add)
            writing(report) { writeFiles(results, graph, settings, path(directory, settings, name), written) }
        }
        if (settings.jsonOutput) {
            writing(report) { write(path(directory, settings, "metadata") + ".json", written) { writeMetadata(it, results, settings) } }
        }
    }
    if (settings.coutOutput) {
        for (graph in results.graphs) console("\n" + tableOf(graph, settings))
        if (written.isNotEmpty()) console("\n" + written.joinToString("\n") { "timemory: wrote '${visible(it)}'" })
    }
    return written
}

/** Does [write], which writes files, and tells why where it fails. */
private inline fun writing(report: (String) -> Unit, write: () -> Unit) = try {
    write()
} catch (failure: Exception) {
    report("cannot write results: ${failure.message ?: failure}. Set TIMEMORY_OUTPUT_PATH to a directory that can be written to")
}

private fun path(directory: String, settings: Settings, name: String) =
    directory.trimEnd('/') + "/" + fileName(settings.outputPrefix + name)

/** The table as text; where the component's own display fails, what it says instead. */
private fun tableOf(graph: CallGraph, settings: Settings): String = try {
    buildString { TextTable(graph, settings).writeTo(this) }.trimEnd()
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

/** Writes the files of one component, whose names begin with [base]. */
private fun writeFiles(results: Results, graph: CallGraph, settings: Settings, base: String, written: MutableList<String>) {
    val json = JsonResults(results, graph, settings)
    if (settings.textOutput) write("$base.txt", written) { TextTable(graph, settings).writeTo(it) }
    if (settings.jsonOutput) write("$base.json", written) { json.writeFlat(it) }
    if (settings.treeOutput) write("$base.tree.json", written) { json.writeTree(it) }
}

private fun write(path: String, written: MutableList<String>, content: (Appendable) -> Unit) {
    writeAtomically(path, content)
    written.add(path)
}

/** [name] without what would lead out of the directory or cannot stand in a file's name. */
internal fun fileName(name: String): String {
    val safe = name.map { if (it == '/' || it == '\\' || it == ':' || it.isISOControl()) '_' else it }.joinToString("")
    return if (safe.all { it == '.' }) "_$safe" else safe
}
