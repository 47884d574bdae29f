package timemory.export.internal

import timemory.internal.platform.FileOutput
import timemory.output.ResultFormat
import timemory.results.CallGraph
import timemory.results.Results
import timemory.settings.Settings

/** A part of a format, which [action] writes. */
internal fun part(name: String, action: (FileOutput, Settings) -> Unit): ResultFormat.Part = object : ResultFormat.Part(name) {
    override fun write(out: FileOutput, settings: Settings) = action(out, settings)
}

/** A format with a file for each component. */
internal fun formatOfComponents(
    id: String,
    description: String,
    extension: String,
    write: (FileOutput, Results, CallGraph, Settings) -> Unit,
): ResultFormat = ResultFormat(id, description, extension, isCompressed = false) { results ->
    results.graphs.map { graph -> part(graph.type.label) { out, settings -> write(out, results, graph, settings) } }
}

/** A format with one file for everything. */
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
