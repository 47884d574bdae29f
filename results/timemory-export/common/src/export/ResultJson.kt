@file:kotlin.jvm.JvmName("ResultJson")

package timemory.export

import timemory.export.internal.ComponentFiles
import timemory.results.Results

/**
 * Returns the call graph of component [id] as JSON in timemory's layout: nested like `wall.tree.json` if [hierarchy], otherwise a list like
 * `wall.json`. Returns `null` if the component recorded nothing.
 */
public fun Results.json(id: String, hierarchy: Boolean): String? {
    val files = ComponentFiles(this, get(id) ?: return null)
    return buildString { if (hierarchy) files.writeTree(this) else files.writeFlat(this) }
}
