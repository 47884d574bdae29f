@file:kotlin.jvm.JvmName("ProgramCatalogue")

package timemory.export

import kotlin.jvm.JvmOverloads
import timemory.HardwareEvents
import timemory.Timemory
import timemory.export.internal.CatalogueJson
import timemory.internal.platform.targetName
import timemory.internal.text.JsonWriter

/**
 * What this program has of timemory on this machine, as JSON: components, with whether they are available and why not, and settings. What the
 * command `timemory avail` shows.
 *
 * @param withCosts whether to measure what each component costs, which takes a few seconds in all
 */
@JvmOverloads
public fun Timemory.catalogue(withCosts: Boolean = false): String = buildString { CatalogueJson(targetName, withCosts).writeTo(this) }

/**
 * The events of [HardwareEvents.all] as a JSON array of objects, each with `name`, `category`, `description`, `available` and `reason`. Takes
 * up to a second.
 */
public fun HardwareEvents.json(): String = buildString {
    val json = JsonWriter(this)
    json.beginArray()
    for (event in all()) {
        json.beginObject()
        json.field("name", event.name)
        json.field("category", event.category)
        json.field("description", event.description)
        json.field("available", event.isAvailable)
        json.field("reason", event.reason.orEmpty())
        json.endObject()
    }
    json.endArray()
}
