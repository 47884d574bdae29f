package timemory.export.internal

import timemory.internal.text.JsonWriter
import timemory.output.Secrets
import timemory.output.processFacts
import timemory.output.shownCommandLine
import timemory.output.shownEnvironment
import timemory.results.Results
import timemory.settings.Catalogue
import timemory.settings.Settings

/** Writes `metadata.json`, which describes how the results were produced, in timemory's layout. It can be passed as `CONFIG_FILE`. */
internal fun writeMetadata(out: Appendable, results: Results, settings: Settings) {
    val json = JsonWriter(out)
    json.beginObject()
    json.name("timemory")
    json.beginObject()
    json.name("metadata")
    json.beginObject()
    json.name("info")
    json.beginObject()
    for ((name, value) in processFacts(results)) json.field(name, value)
    json.name("COMMAND_LINE")
    json.beginArray()
    shownCommandLine().forEach(json::value)
    json.endArray()
    json.endObject()
    json.name("environment")
    json.beginObject()
    for ((name, value) in shownEnvironment()) json.field(name, value)
    json.endObject()
    json.name("settings")
    json.beginObject()
    for (setting in Catalogue.settings + settings.additional()) {
        json.name(setting.variable)
        json.beginObject()
        json.field("description", setting.description)
        json.field("type", setting.kind)
        json.field("value", Secrets.ofAddress(settings.textOf(setting)))
        json.field("is_set", settings.isSet(setting))
        json.endObject()
    }
    json.endObject()
    json.endObject()
    json.endObject()
    json.endObject()
    out.append('\n')
}
