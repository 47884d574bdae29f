@file:kotlin.jvm.JvmName("ProgramCatalogue")

package timemory.export

import kotlin.jvm.JvmOverloads
import timemory.Timemory
import timemory.export.internal.CatalogueJson
import timemory.internal.platform.targetName

/**
 * What this program has of timemory on this machine, as JSON: components, with whether they are available and why not, and settings. What the
 * command `timemory avail` shows.
 *
 * @param withCosts whether to measure what each component costs, which takes a few seconds in all
 */
@JvmOverloads
public fun Timemory.catalogue(withCosts: Boolean = false): String = buildString { CatalogueJson(targetName, withCosts).writeTo(this) }
