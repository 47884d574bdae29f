package timemory.settings

import kotlin.properties.ReadWriteProperty
import kotlin.reflect.KProperty
import timemory.internal.text.printable

/**
 * Settings assigned by the program; they go before those of environment, system properties and file. What is not assigned is
 * left to those.
 * ```
 * Timemory.init { outputPath = "results"; timingUnits = "msec" }
 * ```
 * See [Settings] for what each means. Assigning a value that a setting does not take throws an [IllegalArgumentException] that
 * names the setting, the value and those allowed.
 *
 * ### Thread-safety
 * To be used by one thread.
 */
public class SettingsBuilder {
    internal val assigned = HashMap<Setting<*>, Any>()

    public var enabled: Boolean by assigned(Catalogue.enabled)
    public var configFile: String by assigned(Catalogue.configFile)
    public var suppressConfig: Boolean by assigned(Catalogue.suppressConfig)
    public var suppressParsing: Boolean by assigned(Catalogue.suppressParsing)
    public var banner: Boolean by assigned(Catalogue.banner)
    public var verbose: Int by assigned(Catalogue.verbose)
    public var debug: Boolean by assigned(Catalogue.debug)
    public var maxDepth: Int by assigned(Catalogue.maxDepth)
    public var maxNodes: Int by assigned(Catalogue.maxNodes)
    public var components: String by assigned(Catalogue.components)
    public var globalComponents: String by assigned(Catalogue.globalComponents)
    public var flatProfile: Boolean by assigned(Catalogue.flatProfile)
    public var timelineProfile: Boolean by assigned(Catalogue.timelineProfile)
    public var collapseThreads: Boolean by assigned(Catalogue.collapseThreads)
    public var addSecondary: Boolean by assigned(Catalogue.addSecondary)
    public var throttleCount: Int by assigned(Catalogue.throttleCount)
    public var throttleValue: Int by assigned(Catalogue.throttleValue)
    public var wallClockSource: String by assigned(Catalogue.wallClockSource)
    public var enableSignalHandler: Boolean by assigned(Catalogue.enableSignalHandler)
    public var allowSignalHandler: Boolean by assigned(Catalogue.allowSignalHandler)
    public var enableAllSignals: Boolean by assigned(Catalogue.enableAllSignals)
    public var disableAllSignals: Boolean by assigned(Catalogue.disableAllSignals)
    public var autoOutput: Boolean by assigned(Catalogue.autoOutput)
    public var coutOutput: Boolean by assigned(Catalogue.coutOutput)
    public var fileOutput: Boolean by assigned(Catalogue.fileOutput)
    public var textOutput: Boolean by assigned(Catalogue.textOutput)
    public var jsonOutput: Boolean by assigned(Catalogue.jsonOutput)
    public var treeOutput: Boolean by assigned(Catalogue.treeOutput)
    public var outputFormats: String by assigned(Catalogue.outputFormats)
    public var gzipOutput: Boolean by assigned(Catalogue.gzipOutput)
    public var useOutputSuffix: Boolean by assigned(Catalogue.useOutputSuffix)
    public var timeOutput: Boolean by assigned(Catalogue.timeOutput)
    public var outputPath: String by assigned(Catalogue.outputPath)
    public var outputPrefix: String by assigned(Catalogue.outputPrefix)
    public var timeFormat: String by assigned(Catalogue.timeFormat)
    public var precision: Int by assigned(Catalogue.precision)
    public var width: Int by assigned(Catalogue.width)
    public var maxWidth: Int by assigned(Catalogue.maxWidth)
    public var percentiles: String by assigned(Catalogue.percentiles)
    public var separatorFreq: Int by assigned(Catalogue.separatorFreq)
    public var scientific: Boolean by assigned(Catalogue.scientific)
    public var timingPrecision: Int by assigned(Catalogue.timingPrecision)
    public var timingWidth: Int by assigned(Catalogue.timingWidth)
    public var timingUnits: String by assigned(Catalogue.timingUnits)
    public var timingScientific: Boolean by assigned(Catalogue.timingScientific)
    public var memoryPrecision: Int by assigned(Catalogue.memoryPrecision)
    public var memoryWidth: Int by assigned(Catalogue.memoryWidth)
    public var memoryUnits: String by assigned(Catalogue.memoryUnits)
    public var memoryScientific: Boolean by assigned(Catalogue.memoryScientific)

    /** Names the components of the user bundle [label]: see [timemory.bundle.UserBundle]. */
    public fun components(label: String, components: String) {
        assigned[Catalogue.componentsOf(componentsSetting(label))] = components
    }

    /**
     * Assigns a setting by its name, `OUTPUT_PATH` or `TIMEMORY_OUTPUT_PATH`, the value that [text] stands for in files and environment.
     *
     * @throws IllegalArgumentException if there is no such setting, or it does not take the value
     */
    public fun set(name: String, text: String) {
        setText(Catalogue.get(name), text)
    }

    private fun <T : Any> setText(setting: Setting<T>, text: String) {
        val value = setting.parse(text.trim())
        require(value != null && setting.accepts(value)) { "${setting.variable} is '${printable(text)}' but must be ${setting.allowed}" }
        assigned[setting] = value
    }

    @Suppress("UNCHECKED_CAST") // values are put in below, under settings of their type
    internal fun <T : Any> get(setting: Setting<T>): T = (assigned[setting] ?: setting.default) as T

    internal fun <T : Any> assign(setting: Setting<T>, value: T) {
        require(setting.accepts(value)) {
            "${setting.inProgram} is '${printable(value.toString())}' but must be ${setting.allowed} (setting ${setting.variable})"
        }
        assigned[setting] = value
    }

    private fun <T : Any> assigned(setting: Setting<T>) = object : ReadWriteProperty<SettingsBuilder, T> {
        override fun getValue(thisRef: SettingsBuilder, property: KProperty<*>): T = thisRef.get(setting)

        override fun setValue(thisRef: SettingsBuilder, property: KProperty<*>, value: T) = thisRef.assign(setting, value)
    }
}
