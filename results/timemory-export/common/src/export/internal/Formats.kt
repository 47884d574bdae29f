package timemory.export.internal

import timemory.internal.platform.FileOutput
import timemory.output.ResultFormat
import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Settings

/** Creates a part of a format, written by [action]. */
internal fun part(name: String, action: (FileOutput, Settings) -> Unit): ResultFormat.Part = object : ResultFormat.Part(name) {
    override fun write(out: FileOutput, settings: Settings) = action(out, settings)
}

/** Creates a format with one file per component. */
internal fun formatOfComponents(
    id: String,
    description: String,
    extension: String,
    write: (FileOutput, Results, CallGraph, Settings) -> Unit,
): ResultFormat = ResultFormat(id, description, extension, isCompressed = false) { results ->
    results.graphs.map { graph -> part(graph.type.label) { out, settings -> write(out, results, graph, settings) } }
}

/** Creates a format with a single file. */
internal fun formatOfAll(
    id: String,
    description: String,
    extension: String,
    isCompressed: Boolean = false,
    name: String = "results",
    write: (FileOutput, Results, Settings) -> Unit,
): ResultFormat = ResultFormat(id, description, extension, isCompressed) { results ->
    listOf(part(name) { out, settings -> write(out, results, settings) })
}
