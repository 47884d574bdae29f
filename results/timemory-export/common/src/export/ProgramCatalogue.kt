@file:kotlin.jvm.JvmName("ProgramCatalogue")

package timemory.export

import kotlin.jvm.JvmOverloads
import timemory.HardwareEvents
import timemory.Timemory
import timemory.export.internal.CatalogueJson
import timemory.internal.platform.targetName
import timemory.internal.text.JsonWriter

/**
 * Returns a JSON catalogue of what is available on this machine: components (with the reason for each that is unavailable) and settings.
 * The `timemory avail` command shows it.
 *
 * @param withCosts whether to measure the overhead of each component, which takes a few seconds in total
 */
@JvmOverloads
public fun Timemory.catalogue(withCosts: Boolean = false): String = buildString { CatalogueJson(targetName, withCosts).writeTo(this) }

/**
 * Returns the events of [HardwareEvents.all] as a JSON array of objects, each with `name`, `category`, `description`, `available` and
 * `reason`. Takes up to a second.
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
