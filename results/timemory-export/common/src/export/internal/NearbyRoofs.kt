package timemory.export.internal

import timemory.internal.platform.readRegularFile
import timemory.results.Results

/**
 * Returns the contents of `ert.json` in the working directory, where `timemory roofline ert -o ert.json` writes it, if one of [runs] has
 * data for a roofline; `null` if there is no such file, or it cannot be read. A reader of the page can choose another one.
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
