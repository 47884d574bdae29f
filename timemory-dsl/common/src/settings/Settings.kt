package timemory.settings

import timemory.internal.lean.*
import timemory.internal.platform.EndSignals
import timemory.internal.platform.processId

/**
 * The settings of a session. Each comes, in rising order, from its default, the environment (`TIMEMORY_OUTPUT_PATH`), the Java
 * system properties (`timemory.output_path`), the file that [configFile] names (`OUTPUT_PATH = results`), and a
 * [SettingsBuilder].
 *
 * ### Thread-safety
 * Immutable.
 */
public class Settings internal constructor(private val values: Map<Setting<*>, Any>) {
    // Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from Catalogue.kt.

    /** Record regions from the start (`ENABLED`, true). */
    public val enabled: Boolean get() = get(Catalogue.enabled)

    /** File with settings; none if empty (`CONFIG_FILE`, empty). */
    public val configFile: String get() = get(Catalogue.configFile)

    /** Ignore .timemory.cfg and .timemory.json in the home directory (`SUPPRESS_CONFIG`, false). */
    public val suppressConfig: Boolean get() = get(Catalogue.suppressConfig)

    /** Print a line to stderr when measuring starts and ends (`BANNER`, false). */
    public val banner: Boolean get() = get(Catalogue.banner)

    /** 1 or more prints the effective settings to stderr (`VERBOSE`, 0). */
    public val verbose: Int get() = get(Catalogue.verbose)

    /** Report each problem with the place in the program where it was noticed (`DEBUG`, false). */
    public val debug: Boolean get() = get(Catalogue.debug)

    /** Make Timemory.init(args) ignore the command line (`SUPPRESS_PARSING`, false). */
    public val suppressParsing: Boolean get() = get(Catalogue.suppressParsing)

    /** Maximum nesting depth; deeper regions are not recorded (`MAX_DEPTH`, 65,535). */
    public val maxDepth: Int get() = get(Catalogue.maxDepth)

    /** Maximum number of nodes in the call graph; further labels are recorded together (`MAX_NODES`, 200,000). */
    public val maxNodes: Int get() = get(Catalogue.maxNodes)

    /** Replace digits in labels by {}: 'request 17' becomes 'request {}' (`FOLD_DIGITS`, false). */
    public val foldDigits: Boolean get() = get(Catalogue.foldDigits)

    /** Ids of the components of regions that name none; a wall clock if empty (`COMPONENTS`, empty). */
    public val components: String get() = get(Catalogue.components)

    /** Component ids of user bundles without a separate setting (`GLOBAL_COMPONENTS`, empty). */
    public val globalComponents: String get() = get(Catalogue.globalComponents)

    /** Use flat scope for regions that do not choose one (`FLAT_PROFILE`, false). */
    public val flatProfile: Boolean get() = get(Catalogue.flatProfile)

    /** Use timeline scope for regions that do not choose one (`TIMELINE_PROFILE`, false). */
    public val timelineProfile: Boolean get() = get(Catalogue.timelineProfile)

    /** Merge equal call paths of different threads (`COLLAPSE_THREADS`, true). */
    public val collapseThreads: Boolean get() = get(Catalogue.collapseThreads)

    /** Show values that are stored under a key as child regions (`ADD_SECONDARY`, true). */
    public val addSecondary: Boolean get() = get(Catalogue.addSecondary)

    /** Laps after which a traced function is checked for being too short to record (`THROTTLE_COUNT`, 10,000). */
    public val throttleCount: Int get() = get(Catalogue.throttleCount)

    /** Mean time in nanoseconds below which a traced function is no longer recorded; 0 for never (`THROTTLE_VALUE`, 10,000). */
    public val throttleValue: Int get() = get(Catalogue.throttleValue)

    /**
     * Source of wall_clock: the monotonic clock, or the time-stamp counter (tsc), which takes less than half the time; auto uses the
     * counter if the kernel does, and on the JVM only with native access; if a requested counter is missing or unreliable, that is reported
     * and the monotonic clock is used (`WALL_CLOCK_SOURCE`, auto).
     */
    public val wallClockSource: String get() = get(Catalogue.wallClockSource)

    /** Write results of native programs on SIGTERM and SIGINT; the JVM always does (`ENABLE_SIGNAL_HANDLER`, true). */
    public val enableSignalHandler: Boolean get() = get(Catalogue.enableSignalHandler)

    /** Allow native programs to handle signals in order to write results (`ALLOW_SIGNAL_HANDLER`, true). */
    public val allowSignalHandler: Boolean get() = get(Catalogue.allowSignalHandler)

    /**
     * Also write results on SIGHUP and SIGQUIT, and when a native program crashes (SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL)
     * (`ENABLE_ALL_SIGNALS`, false).
     */
    public val enableAllSignals: Boolean get() = get(Catalogue.enableAllSignals)

    /** Handle no signals in native programs, whatever else is set (`DISABLE_ALL_SIGNALS`, false). */
    public val disableAllSignals: Boolean get() = get(Catalogue.disableAllSignals)

    /** Write results when the process ends without finalize (`AUTO_OUTPUT`, true). */
    public val autoOutput: Boolean get() = get(Catalogue.autoOutput)

    /** Print results to stdout (`COUT_OUTPUT`, true). */
    public val coutOutput: Boolean get() = get(Catalogue.coutOutput)

    /** Write files (`FILE_OUTPUT`, true). */
    public val fileOutput: Boolean get() = get(Catalogue.fileOutput)

    /** Write tables to .txt files (`TEXT_OUTPUT`, true). */
    public val textOutput: Boolean get() = get(Catalogue.textOutput)

    /** Write results.timemory.json, which holds everything: 'timemory report' converts it to other formats (`COMPACT_OUTPUT`, true). */
    public val compactOutput: Boolean get() = get(Catalogue.compactOutput)

    /** Write .json files (`JSON_OUTPUT`, false). */
    public val jsonOutput: Boolean get() = get(Catalogue.jsonOutput)

    /** Write .tree.json files (`TREE_OUTPUT`, false). */
    public val treeOutput: Boolean get() = get(Catalogue.treeOutput)

    /** Layout of results on stdout: one tree with columns for each component, or a table for each component (`CONSOLE`, tree). */
    public val console: String get() = get(Catalogue.console)

    /** Maximum rows of results on stdout; the largest regions are shown, the others counted; 0 for all (`CONSOLE_MAX_ROWS`, 50). */
    public val consoleMaxRows: Int get() = get(Catalogue.consoleMaxRows)

    /** Maximum rows per table in .txt files; 0 for all (`TEXT_MAX_ROWS`, 1,000). */
    public val textMaxRows: Int get() = get(Catalogue.textMaxRows)

    /** Further formats to write: csv,speedscope (`OUTPUT_FORMATS`, empty). */
    public val outputFormats: String get() = get(Catalogue.outputFormats)

    /** Compress files with gzip (`GZIP_OUTPUT`, false). */
    public val gzipOutput: Boolean get() = get(Catalogue.gzipOutput)

    /** Append the process id to file names (`USE_OUTPUT_SUFFIX`, false). */
    public val useOutputSuffix: Boolean get() = get(Catalogue.useOutputSuffix)

    /** Write files to a folder below [outputPath] that is named after the time (`TIME_OUTPUT`, false). */
    public val timeOutput: Boolean get() = get(Catalogue.timeOutput)

    /** Directory for output files (`OUTPUT_PATH`, timemory-output). */
    public val outputPath: String get() = get(Catalogue.outputPath)

    /**
     * Use timemory's files, tables and layout: everything in [outputPath] itself, including all ranks; each run replaces the previous one
     * (`COMPATIBLE`, false).
     */
    public val compatible: Boolean get() = get(Catalogue.compatible)

    /** Maximum number of earlier runs and jobs kept below [outputPath]; the oldest are removed first; 0 for all (`KEEP_RUNS`, 1,000). */
    public val keepRuns: Int get() = get(Catalogue.keepRuns)

    /** Days after which earlier runs and jobs below [outputPath] are removed; 0 for never (`KEEP_DAYS`, 0). */
    public val keepDays: Int get() = get(Catalogue.keepDays)

    /**
     * Maximum total size of earlier runs and jobs below [outputPath]; the oldest are removed first; 0 for no limit (`KEEP_MEGABYTES`,
     * 2,048).
     */
    public val keepMegabytes: Int get() = get(Catalogue.keepMegabytes)

    /** Prefix of file names (`OUTPUT_PREFIX`, empty). */
    public val outputPrefix: String get() = get(Catalogue.outputPrefix)

    /** Name of the [timeOutput] folder, with strftime conversions (`TIME_FORMAT`, `%F_%I.%M_%p`). */
    public val timeFormat: String get() = get(Catalogue.timeFormat)

    /** Digits after the decimal point; -1 for three (`PRECISION`, -1). */
    public val precision: Int get() = get(Catalogue.precision)

    /** Minimum width of number columns; -1 for as wide as needed (`WIDTH`, -1). */
    public val width: Int get() = get(Catalogue.width)

    /** Maximum width of the label column (`MAX_WIDTH`, 120). */
    public val maxWidth: Int get() = get(Catalogue.maxWidth)

    /** Table rows between two separator lines; 0 for none (`SEPARATOR_FREQ`, 0). */
    public val separatorFreq: Int get() = get(Catalogue.separatorFreq)

    /** Percentiles of the laps to show: 50,99 (`PERCENTILES`, empty). */
    public val percentiles: String get() = get(Catalogue.percentiles)

    /** Print numbers in scientific notation (`SCIENTIFIC`, false). */
    public val scientific: Boolean get() = get(Catalogue.scientific)

    /** [precision] for times; -1 for the same (`TIMING_PRECISION`, -1). */
    public val timingPrecision: Int get() = get(Catalogue.timingPrecision)

    /** [width] for times; -1 for the same (`TIMING_WIDTH`, -1). */
    public val timingWidth: Int get() = get(Catalogue.timingWidth)

    /** Unit of times in tables: nsec, usec, msec, sec, min or hr; chosen automatically if empty (`TIMING_UNITS`, empty). */
    public val timingUnits: String get() = get(Catalogue.timingUnits)

    /** [scientific] for times (`TIMING_SCIENTIFIC`, false). */
    public val timingScientific: Boolean get() = get(Catalogue.timingScientific)

    /** [precision] for memory; -1 for the same (`MEMORY_PRECISION`, -1). */
    public val memoryPrecision: Int get() = get(Catalogue.memoryPrecision)

    /** [width] for memory; -1 for the same (`MEMORY_WIDTH`, -1). */
    public val memoryWidth: Int get() = get(Catalogue.memoryWidth)

    /** Unit of memory in tables: B, KB, MB, GB or TB; chosen automatically if empty (`MEMORY_UNITS`, empty). */
    public val memoryUnits: String get() = get(Catalogue.memoryUnits)

    /** [scientific] for memory (`MEMORY_SCIENTIFIC`, false). */
    public val memoryScientific: Boolean get() = get(Catalogue.memoryScientific)

    // As far as here.

    /** The components of the user bundle [label] (`<LABEL>_COMPONENTS`, empty): their ids. */
    public fun componentsOf(label: String): String = get(Catalogue.componentsOf(componentsSetting(label)))

    internal val endSignals: EndSignals
        get() = when {
            !allowSignalHandler || disableAllSignals -> EndSignals.NONE
            enableAllSignals -> EndSignals.ALL
            enableSignalHandler -> EndSignals.USUAL
            else -> EndSignals.NONE
        }

    /** What a process writes that ends before it can write its results. */
    internal val emergencyFile: String
        get() = if (autoOutput && fileOutput) "$outputPath/${outputPrefix}unfinished-${processId()}.txt" else ""

    /**
     * The value of a setting by its name, `OUTPUT_PATH` or `TIMEMORY_OUTPUT_PATH`, as text.
     *
     * @throws IllegalArgumentException if there is no such setting
     */
    public fun text(name: String): String = textOf(Catalogue.get(name))

    /** Returns these settings with the values that [changes] assigns. */
    internal fun with(changes: SettingsBuilder) = Settings(values + changes.assigned)

    /** Whether [setting] was given a value, be it the default's. */
    internal fun isSet(setting: Setting<*>): Boolean = setting in values

    /** The value of [setting] as text. */
    internal fun textOf(setting: Setting<*>): String = (values[setting] ?: setting.default).toString()

    /** The settings of components of user bundles that were set, which the catalogue does not list. */
    internal fun additional(): List<Setting<*>> =
        if (values.isEmpty()) emptyList() else (values.keys - Catalogue.settings.toSet()).sortedBy { it.name }

    /** The names of all settings of components that were set. */
    internal fun componentLists(): List<String> = values.keys.map { it.name }.filter { it.endsWith("_COMPONENTS") }

    @Suppress("UNCHECKED_CAST") // values are put in under settings of their type
    internal fun <T : Any> get(setting: Setting<T>): T = (values[setting] ?: setting.default) as T

    public companion object {
        internal val DEFAULT = Settings(emptyMap())

        /**
         * The settings of environment, system properties and file, and above them those that [builder] assigns; what is wrong there is left
         * out.
         */
        @kotlin.jvm.JvmStatic
        public fun load(builder: SettingsBuilder): Settings = loadSettings(builder).settings
    }
}

/** The name of the setting that lists the components of the user bundle [label], empty for regions that name none. */
internal fun componentsSetting(label: String): String = if (label.isEmpty()) "COMPONENTS" else "${label.uppercase()}_COMPONENTS"
