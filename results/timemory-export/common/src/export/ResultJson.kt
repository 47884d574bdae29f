@file:kotlin.jvm.JvmName("ResultJson")

package timemory.export

import timemory.export.internal.ComponentFiles
import timemory.results.Results

/**
 * The call graph of component [id] as JSON in timemory's layout: [nested][hierarchy] as `wall.tree.json` has it, or a list as in
 * `wall.json`. `null` if it recorded nothing.
 */
public fun Results.json(id: String, hierarchy: Boolean): String? {
    val files = ComponentFiles(this, get(id) ?: return null)
    return buildString { if (hierarchy) files.writeTree(this) else files.writeFlat(this) }
}
