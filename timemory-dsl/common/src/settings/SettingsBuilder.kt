package timemory.settings

import timemory.TimemoryDsl
import timemory.internal.lean.*
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
@TimemoryDsl
public open class SettingsBuilder {
    internal val assigned = HashMap<Setting<*>, Any>()

    /** What the session that begins with these settings calls, which layers above know; `null` for nothing. */
    internal open fun sessionActions(): Any? = null

    // Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from Catalogue.kt.

    /** See [Settings.enabled]. */
    public var enabled: Boolean
        get() = get(Catalogue.enabled)
        set(value) = assign(Catalogue.enabled, value)

    /** See [Settings.configFile]. */
    public var configFile: String
        get() = get(Catalogue.configFile)
        set(value) = assign(Catalogue.configFile, value)

    /** See [Settings.suppressConfig]. */
    public var suppressConfig: Boolean
        get() = get(Catalogue.suppressConfig)
        set(value) = assign(Catalogue.suppressConfig, value)

    /** See [Settings.banner]. */
    public var banner: Boolean
        get() = get(Catalogue.banner)
        set(value) = assign(Catalogue.banner, value)

    /** See [Settings.verbose]. */
    public var verbose: Int
        get() = get(Catalogue.verbose)
        set(value) = assign(Catalogue.verbose, value)

    /** See [Settings.debug]. */
    public var debug: Boolean
        get() = get(Catalogue.debug)
        set(value) = assign(Catalogue.debug, value)

    /** See [Settings.suppressParsing]. */
    public var suppressParsing: Boolean
        get() = get(Catalogue.suppressParsing)
        set(value) = assign(Catalogue.suppressParsing, value)

    /** See [Settings.maxDepth]. */
    public var maxDepth: Int
        get() = get(Catalogue.maxDepth)
        set(value) = assign(Catalogue.maxDepth, value)

    /** See [Settings.maxNodes]. */
    public var maxNodes: Int
        get() = get(Catalogue.maxNodes)
        set(value) = assign(Catalogue.maxNodes, value)

    /** See [Settings.foldDigits]. */
    public var foldDigits: Boolean
        get() = get(Catalogue.foldDigits)
        set(value) = assign(Catalogue.foldDigits, value)

    /** See [Settings.components]. */
    public var components: String
        get() = get(Catalogue.components)
        set(value) = assign(Catalogue.components, value)

    /** See [Settings.globalComponents]. */
    public var globalComponents: String
        get() = get(Catalogue.globalComponents)
        set(value) = assign(Catalogue.globalComponents, value)

    /** See [Settings.flatProfile]. */
    public var flatProfile: Boolean
        get() = get(Catalogue.flatProfile)
        set(value) = assign(Catalogue.flatProfile, value)

    /** See [Settings.timelineProfile]. */
    public var timelineProfile: Boolean
        get() = get(Catalogue.timelineProfile)
        set(value) = assign(Catalogue.timelineProfile, value)

    /** See [Settings.collapseThreads]. */
    public var collapseThreads: Boolean
        get() = get(Catalogue.collapseThreads)
        set(value) = assign(Catalogue.collapseThreads, value)

    /** See [Settings.addSecondary]. */
    public var addSecondary: Boolean
        get() = get(Catalogue.addSecondary)
        set(value) = assign(Catalogue.addSecondary, value)

    /** See [Settings.throttleCount]. */
    public var throttleCount: Int
        get() = get(Catalogue.throttleCount)
        set(value) = assign(Catalogue.throttleCount, value)

    /** See [Settings.throttleValue]. */
    public var throttleValue: Int
        get() = get(Catalogue.throttleValue)
        set(value) = assign(Catalogue.throttleValue, value)

    /** See [Settings.wallClockSource]. */
    public var wallClockSource: String
        get() = get(Catalogue.wallClockSource)
        set(value) = assign(Catalogue.wallClockSource, value)

    /** See [Settings.enableSignalHandler]. */
    public var enableSignalHandler: Boolean
        get() = get(Catalogue.enableSignalHandler)
        set(value) = assign(Catalogue.enableSignalHandler, value)

    /** See [Settings.allowSignalHandler]. */
    public var allowSignalHandler: Boolean
        get() = get(Catalogue.allowSignalHandler)
        set(value) = assign(Catalogue.allowSignalHandler, value)

    /** See [Settings.enableAllSignals]. */
    public var enableAllSignals: Boolean
        get() = get(Catalogue.enableAllSignals)
        set(value) = assign(Catalogue.enableAllSignals, value)

    /** See [Settings.disableAllSignals]. */
    public var disableAllSignals: Boolean
        get() = get(Catalogue.disableAllSignals)
        set(value) = assign(Catalogue.disableAllSignals, value)

    /** See [Settings.autoOutput]. */
    public var autoOutput: Boolean
        get() = get(Catalogue.autoOutput)
        set(value) = assign(Catalogue.autoOutput, value)

    /** See [Settings.coutOutput]. */
    public var coutOutput: Boolean
        get() = get(Catalogue.coutOutput)
        set(value) = assign(Catalogue.coutOutput, value)

    /** See [Settings.fileOutput]. */
    public var fileOutput: Boolean
        get() = get(Catalogue.fileOutput)
        set(value) = assign(Catalogue.fileOutput, value)

    /** See [Settings.textOutput]. */
    public var textOutput: Boolean
        get() = get(Catalogue.textOutput)
        set(value) = assign(Catalogue.textOutput, value)

    /** See [Settings.compactOutput]. */
    public var compactOutput: Boolean
        get() = get(Catalogue.compactOutput)
        set(value) = assign(Catalogue.compactOutput, value)

    /** See [Settings.jsonOutput]. */
    public var jsonOutput: Boolean
        get() = get(Catalogue.jsonOutput)
        set(value) = assign(Catalogue.jsonOutput, value)

    /** See [Settings.treeOutput]. */
    public var treeOutput: Boolean
        get() = get(Catalogue.treeOutput)
        set(value) = assign(Catalogue.treeOutput, value)

    /** See [Settings.console]. */
    public var console: String
        get() = get(Catalogue.console)
        set(value) = assign(Catalogue.console, value)

    /** See [Settings.consoleMaxRows]. */
    public var consoleMaxRows: Int
        get() = get(Catalogue.consoleMaxRows)
        set(value) = assign(Catalogue.consoleMaxRows, value)

    /** See [Settings.textMaxRows]. */
    public var textMaxRows: Int
        get() = get(Catalogue.textMaxRows)
        set(value) = assign(Catalogue.textMaxRows, value)

    /** See [Settings.outputFormats]. */
    public var outputFormats: String
        get() = get(Catalogue.outputFormats)
        set(value) = assign(Catalogue.outputFormats, value)

    /** See [Settings.gzipOutput]. */
    public var gzipOutput: Boolean
        get() = get(Catalogue.gzipOutput)
        set(value) = assign(Catalogue.gzipOutput, value)

    /** See [Settings.useOutputSuffix]. */
    public var useOutputSuffix: Boolean
        get() = get(Catalogue.useOutputSuffix)
        set(value) = assign(Catalogue.useOutputSuffix, value)

    /** See [Settings.timeOutput]. */
    public var timeOutput: Boolean
        get() = get(Catalogue.timeOutput)
        set(value) = assign(Catalogue.timeOutput, value)

    /** See [Settings.outputPath]. */
    public var outputPath: String
        get() = get(Catalogue.outputPath)
        set(value) = assign(Catalogue.outputPath, value)

    /** See [Settings.compatible]. */
    public var compatible: Boolean
        get() = get(Catalogue.compatible)
        set(value) = assign(Catalogue.compatible, value)

    /** See [Settings.keepRuns]. */
    public var keepRuns: Int
        get() = get(Catalogue.keepRuns)
        set(value) = assign(Catalogue.keepRuns, value)

    /** See [Settings.keepDays]. */
    public var keepDays: Int
        get() = get(Catalogue.keepDays)
        set(value) = assign(Catalogue.keepDays, value)

    /** See [Settings.keepMegabytes]. */
    public var keepMegabytes: Int
        get() = get(Catalogue.keepMegabytes)
        set(value) = assign(Catalogue.keepMegabytes, value)

    /** See [Settings.outputPrefix]. */
    public var outputPrefix: String
        get() = get(Catalogue.outputPrefix)
        set(value) = assign(Catalogue.outputPrefix, value)

    /** See [Settings.timeFormat]. */
    public var timeFormat: String
        get() = get(Catalogue.timeFormat)
        set(value) = assign(Catalogue.timeFormat, value)

    /** See [Settings.precision]. */
    public var precision: Int
        get() = get(Catalogue.precision)
        set(value) = assign(Catalogue.precision, value)

    /** See [Settings.width]. */
    public var width: Int
        get() = get(Catalogue.width)
        set(value) = assign(Catalogue.width, value)

    /** See [Settings.maxWidth]. */
    public var maxWidth: Int
        get() = get(Catalogue.maxWidth)
        set(value) = assign(Catalogue.maxWidth, value)

    /** See [Settings.separatorFreq]. */
    public var separatorFreq: Int
        get() = get(Catalogue.separatorFreq)
        set(value) = assign(Catalogue.separatorFreq, value)

    /** See [Settings.percentiles]. */
    public var percentiles: String
        get() = get(Catalogue.percentiles)
        set(value) = assign(Catalogue.percentiles, value)

    /** See [Settings.scientific]. */
    public var scientific: Boolean
        get() = get(Catalogue.scientific)
        set(value) = assign(Catalogue.scientific, value)

    /** See [Settings.timingPrecision]. */
    public var timingPrecision: Int
        get() = get(Catalogue.timingPrecision)
        set(value) = assign(Catalogue.timingPrecision, value)

    /** See [Settings.timingWidth]. */
    public var timingWidth: Int
        get() = get(Catalogue.timingWidth)
        set(value) = assign(Catalogue.timingWidth, value)

    /** See [Settings.timingUnits]. */
    public var timingUnits: String
        get() = get(Catalogue.timingUnits)
        set(value) = assign(Catalogue.timingUnits, value)

    /** See [Settings.timingScientific]. */
    public var timingScientific: Boolean
        get() = get(Catalogue.timingScientific)
        set(value) = assign(Catalogue.timingScientific, value)

    /** See [Settings.memoryPrecision]. */
    public var memoryPrecision: Int
        get() = get(Catalogue.memoryPrecision)
        set(value) = assign(Catalogue.memoryPrecision, value)

    /** See [Settings.memoryWidth]. */
    public var memoryWidth: Int
        get() = get(Catalogue.memoryWidth)
        set(value) = assign(Catalogue.memoryWidth, value)

    /** See [Settings.memoryUnits]. */
    public var memoryUnits: String
        get() = get(Catalogue.memoryUnits)
        set(value) = assign(Catalogue.memoryUnits, value)

    /** See [Settings.memoryScientific]. */
    public var memoryScientific: Boolean
        get() = get(Catalogue.memoryScientific)
        set(value) = assign(Catalogue.memoryScientific, value)

    // As far as here.

    /** Names the components of the user bundle [label]: see [timemory.bundle.UserBundle]. */
    public fun components(label: String, components: String) {
        assigned[Catalogue.componentsOf(componentsSetting(label))] = components
    }

    /**
     * Assigns a setting by its name, `OUTPUT_PATH` or `TIMEMORY_OUTPUT_PATH`, the value that [text] stands for in files and environment.
     * An empty [text] takes back what was assigned, unless the empty text is the setting's default.
     *
     * @throws IllegalArgumentException if there is no such setting, or it does not take the value
     */
    public fun set(name: String, text: String) {
        setText(Catalogue.get(name), text)
    }

    private fun <T : Any> setText(setting: Setting<T>, text: String) {
        if (text.isBlank() && setting.default != "") {
            assigned.remove(setting)
            return
        }
        val value = setting.parse(text.trim())
        require(value != null && setting.accepts(value)) { "${setting.variable} is '${printable(text)}' but must be ${setting.allowed}" }
        assigned[setting] = value
    }

    @Suppress("UNCHECKED_CAST") // values are put in below, under settings of their type
    internal fun <T : Any> get(setting: Setting<T>): T = (assigned[setting] ?: setting.default) as T

    internal fun <T : Any> assign(setting: Setting<T>, value: T) {
        if (setting.isUnset(value)) {
            assigned.remove(setting)
            return
        }
        require(setting.accepts(value)) {
            "${setting.inProgram} is '${printable(value.toString())}' but must be ${setting.allowed} (setting ${setting.variable})"
        }
        assigned[setting] = value
    }
}
