package timemory.export.internal

import timemory.ComponentType
import timemory.Components
import timemory.OfRuntimeType
import timemory.internal.callgraph.LISTED_USER_BUNDLES
import timemory.internal.callgraph.userBundleAlias
import timemory.internal.callgraph.userBundleId
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.text.JsonWriter
import timemory.reasonAgainst
import timemory.results.Metric
import timemory.settings.Catalogue
import timemory.settings.Setting
import timemory.settings.VARIABLE_PREFIX
import timemory.settings.componentsSetting

/**
 * Lists the components and settings of this build on this machine, as JSON: whether components are available, and why not. The `timemory
 * avail` command shows it, for the JVM and for native programs.
 *
 * @param withCosts whether to measure the overhead of each component, which takes some milliseconds each
 */
internal class CatalogueJson(private val target: String, private val withCosts: Boolean) {
    fun writeTo(out: Appendable) {
        val json = JsonWriter(out)
        json.beginObject()
        json.field("target", target)
        json.name("components")
        json.beginArray()
        Components.all.forEach { writeComponent(json, it) }
        LISTED_USER_BUNDLES.forEach { (label, description) -> writeUserBundle(json, label, description) }
        json.endArray()
        json.name("settings")
        json.beginArray()
        Catalogue.settings.forEach { writeSetting(json, it) }
        json.endArray()
        json.name("not_offered")
        json.beginArray()
        settingsNotOffered().forEach { (name, reason) -> writeNotOffered(json, name, reason) }
        json.endArray()
        json.endObject()
        out.append('\n')
    }

    private fun writeComponent(json: JsonWriter, type: ComponentType<*>) {
        val reason = type.reasonAgainst()
        json.beginObject()
        json.field("id", type.id)
        json.name("aliases")
        json.beginArray()
        type.aliases.forEach(json::value)
        json.endArray()
        json.field("label", type.label)
        json.field("description", type.description)
        json.field("category", type.category)
        json.field("quantity", type.quantity.name)
        json.field("unit", unitsOf(type))
        json.name("file_units")
        json.beginArray()
        Metric.of(type).numbers.forEach { json.value(it.fileUnit.symbol + it.suffix) }
        json.endArray()
        json.field("bound", type.binding.name.lowercase())
        json.field("source", type.source)
        json.field("class", classOf(type))
        json.field("available", reason == null)
        json.field("reason", reason.orEmpty())
        if (withCosts && reason == null && type.mayBeCalibrated) json.field("overhead", nanosecondsOfALap(type))
        json.endObject()
    }

    /** The class by which programs name it; a component defined by functions has none, so the id is used instead. */
    private fun classOf(type: ComponentType<*>): String {
        val component = type.create()
        if (component !is OfRuntimeType) return component::class.simpleName.orEmpty()
        return type.id.split('_').joinToString("") { word -> word.replaceFirstChar { it.uppercase() } }
    }

    /** Names that stand for components in lists are included. */
    private fun writeUserBundle(json: JsonWriter, label: String, description: String) {
        json.beginObject()
        json.field("id", userBundleId(label))
        json.name("aliases")
        json.beginArray()
        json.value(userBundleAlias(label))
        json.endArray()
        json.field("label", userBundleAlias(label))
        json.field("description", description)
        json.field("category", "user bundles")
        json.field("quantity", "")
        json.field("unit", "")
        json.name("file_units")
        json.beginArray()
        json.endArray()
        json.field("bound", "")
        json.field("source", "${VARIABLE_PREFIX}${componentsSetting(label)}")
        json.field("class", "User${label.lowercase().replaceFirstChar { it.uppercase() }}Bundle")
        json.field("available", true)
        json.field("reason", "")
        json.endObject()
    }

    /** Returns the smallest and the largest unit of each number of a value, or the only one. */
    private fun unitsOf(type: ComponentType<*>): String = (0 until maxOf(1, type.elementCount)).map { i ->
        val units = type.quantityOf(i).units.map { it.symbol }
        val span = if (units.size == 1) units.single() else "${units.first()} to ${units.last()}"
        span + type.unitSuffix(i)
    }.distinct().filter { it.isNotEmpty() }.joinToString("; ")

    private fun writeNotOffered(json: JsonWriter, name: String, reason: String) {
        json.beginObject()
        json.field("name", name)
        json.field("variable", VARIABLE_PREFIX + name)
        json.field("reason", reason)
        json.endObject()
    }

    private fun writeSetting(json: JsonWriter, setting: Setting<*>) {
        json.beginObject()
        json.field("name", setting.name)
        json.name("aliases")
        json.beginArray()
        setting.aliases.forEach { json.value(it) }
        json.endArray()
        json.field("variable", setting.variable)
        json.field("property", setting.property)
        json.field("program", setting.inProgram)
        json.field("kind", setting.kind)
        json.field("default", setting.default.toString())
        json.field("allowed", setting.allowed)
        json.field("description", setting.description)
        json.endObject()
    }
}

/** Measures the duration of one start and stop of a component: the fastest of several batches after warm-up. */
private fun nanosecondsOfALap(type: ComponentType<*>): Double {
    val component = type.create()
    var best = Double.MAX_VALUE
    val end = monotonicNanoseconds() + 60_000_000L
    while (monotonicNanoseconds() < end) {
        val begin = monotonicNanoseconds()
        repeat(200) {
            component.start()
            component.stop()
        }
        best = minOf(best, (monotonicNanoseconds() - begin) / 200.0)
    }
    return best
}
