package timemory.export.internal

import timemory.internal.platform.readRegularFile
import timemory.results.Results

/**
 * What stands in `ert.json` of the working directory, where `timemory roofline ert -o ert.json` puts it, if one of [runs] has what a
 * roofline is drawn of; `null` where there is no such file, or none that can be read. A reader of the page can name another one.
 */
internal fun nearbyRoofs(runs: List<Pair<String, Results>>, path: String = "ert.json"): String? {
    val hasRooflines = runs.any { (_, results) -> results.graphs.any { FLOPS in it.type.elements && TIME in it.type.elements } }
    if (!hasRooflines) return null
    return try {
        readRegularFile(path, MAX_BYTES)
    } catch (_: Exception) {
        null // the report says that no roofs were found
    }
}

/** The numbers of a component that a roofline needs, apart from traffic. */
private const val FLOPS = "flops"
private const val TIME = "runtime"
private const val MAX_BYTES = 4 shl 20
