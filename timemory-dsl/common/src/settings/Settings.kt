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

    /** Whether regions are recorded from the start (`ENABLED`, true). */
    public val enabled: Boolean get() = get(Catalogue.enabled)

    /** A file with settings, none if empty (`CONFIG_FILE`, empty). */
    public val configFile: String get() = get(Catalogue.configFile)

    /** Whether .timemory.cfg and .timemory.json in the home directory are left alone (`SUPPRESS_CONFIG`, false). */
    public val suppressConfig: Boolean get() = get(Catalogue.suppressConfig)

    /** Whether a line on the standard error stream reports when measuring starts and ends (`BANNER`, false). */
    public val banner: Boolean get() = get(Catalogue.banner)

    /** 1 or more prints the settings in force on the standard error stream (`VERBOSE`, 0). */
    public val verbose: Int get() = get(Catalogue.verbose)

    /** Whether each problem is reported together with the place in the program where it was noticed (`DEBUG`, false). */
    public val debug: Boolean get() = get(Catalogue.debug)

    /** Whether Timemory.init(args) leaves command lines alone (`SUPPRESS_PARSING`, false). */
    public val suppressParsing: Boolean get() = get(Catalogue.suppressParsing)

    /** Regions nested deeper are not recorded (`MAX_DEPTH`, 65,535). */
    public val maxDepth: Int get() = get(Catalogue.maxDepth)

    /** How many distinct nodes the call graph may have before further labels are recorded together (`MAX_NODES`, 200,000). */
    public val maxNodes: Int get() = get(Catalogue.maxNodes)

    /** Whether digits in labels are replaced by {}: 'request 17' is recorded as 'request {}' (`FOLD_DIGITS`, false). */
    public val foldDigits: Boolean get() = get(Catalogue.foldDigits)

    /** The components of regions that name none, by their ids; a wall clock if empty (`COMPONENTS`, empty). */
    public val components: String get() = get(Catalogue.components)

    /** The components of user bundles that have no setting of their own, by their ids (`GLOBAL_COMPONENTS`, empty). */
    public val globalComponents: String get() = get(Catalogue.globalComponents)

    /** Whether regions are of flat scope unless they say otherwise (`FLAT_PROFILE`, false). */
    public val flatProfile: Boolean get() = get(Catalogue.flatProfile)

    /** Whether regions are of timeline scope unless they say otherwise (`TIMELINE_PROFILE`, false). */
    public val timelineProfile: Boolean get() = get(Catalogue.timelineProfile)

    /** Whether equal paths of different threads are joined (`COLLAPSE_THREADS`, true). */
    public val collapseThreads: Boolean get() = get(Catalogue.collapseThreads)

    /** Whether values that were stored under a key are shown as regions inside (`ADD_SECONDARY`, true). */
    public val addSecondary: Boolean get() = get(Catalogue.addSecondary)

    /**
     * After how many laps on a thread a trace of the C library is checked for being so short that it is no longer recorded there
     * (`THROTTLE_COUNT`, 10,000).
     */
    public val throttleCount: Int get() = get(Catalogue.throttleCount)

    /** Traces of the C library that take fewer nanoseconds on average are no longer recorded, 0 for none (`THROTTLE_VALUE`, 10,000). */
    public val throttleValue: Int get() = get(Catalogue.throttleValue)

    /**
     * Where wall_clock reads: the monotonic clock, or the processor's time-stamp counter, tsc, which takes less than half the time; auto
     * takes the counter where the kernel does so, on the JVM only with native access; a counter that is asked for but missing or uneven is
     * reported, and the monotonic clock read instead (`WALL_CLOCK_SOURCE`, auto).
     */
    public val wallClockSource: String get() = get(Catalogue.wallClockSource)

    /** Whether results are written on SIGTERM and SIGINT by a native program; the JVM always does (`ENABLE_SIGNAL_HANDLER`, true). */
    public val enableSignalHandler: Boolean get() = get(Catalogue.enableSignalHandler)

    /** Whether a native program handles any signal for the sake of its results (`ALLOW_SIGNAL_HANDLER`, true). */
    public val allowSignalHandler: Boolean get() = get(Catalogue.allowSignalHandler)

    /**
     * Whether results are also written on SIGHUP and SIGQUIT and when a native program crashes: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL
     * (`ENABLE_ALL_SIGNALS`, false).
     */
    public val enableAllSignals: Boolean get() = get(Catalogue.enableAllSignals)

    /** Whether a native program handles no signal, whatever else is set (`DISABLE_ALL_SIGNALS`, false). */
    public val disableAllSignals: Boolean get() = get(Catalogue.disableAllSignals)

    /** Whether results are written when the process ends without finalize (`AUTO_OUTPUT`, true). */
    public val autoOutput: Boolean get() = get(Catalogue.autoOutput)

    /** Whether tables are printed on the standard output stream (`COUT_OUTPUT`, true). */
    public val coutOutput: Boolean get() = get(Catalogue.coutOutput)

    /** Whether any file is written (`FILE_OUTPUT`, true). */
    public val fileOutput: Boolean get() = get(Catalogue.fileOutput)

    /** Whether tables are written to .txt files (`TEXT_OUTPUT`, true). */
    public val textOutput: Boolean get() = get(Catalogue.textOutput)

    /** Whether results.timemory.json is written, which has everything: 'timemory report' makes the rest of it (`COMPACT_OUTPUT`, true). */
    public val compactOutput: Boolean get() = get(Catalogue.compactOutput)

    /** Whether .json files are written (`JSON_OUTPUT`, false). */
    public val jsonOutput: Boolean get() = get(Catalogue.jsonOutput)

    /** Whether .tree.json files are written (`TREE_OUTPUT`, false). */
    public val treeOutput: Boolean get() = get(Catalogue.treeOutput)

    /**
     * Maximum regions of a table on the standard output stream: those with the largest values, the others counted; 0 for all
     * (`CONSOLE_MAX_ROWS`, 50).
     */
    public val consoleMaxRows: Int get() = get(Catalogue.consoleMaxRows)

    /** Maximum regions of a table in a .txt file; 0 for all (`TEXT_MAX_ROWS`, 1,000). */
    public val textMaxRows: Int get() = get(Catalogue.textMaxRows)

    /** Further formats to write: csv,speedscope (`OUTPUT_FORMATS`, empty). */
    public val outputFormats: String get() = get(Catalogue.outputFormats)

    /** Whether files are compressed by gzip (`GZIP_OUTPUT`, false). */
    public val gzipOutput: Boolean get() = get(Catalogue.gzipOutput)

    /** Whether file names end with the number of the process (`USE_OUTPUT_SUFFIX`, false). */
    public val useOutputSuffix: Boolean get() = get(Catalogue.useOutputSuffix)

    /** Whether files go to a folder named after the time, below [outputPath] (`TIME_OUTPUT`, false). */
    public val timeOutput: Boolean get() = get(Catalogue.timeOutput)

    /** The directory that files are written to (`OUTPUT_PATH`, timemory-output). */
    public val outputPath: String get() = get(Catalogue.outputPath)

    /**
     * Whether files are laid out as timemory does it: in [outputPath] itself, those of all ranks as well, where a run replaces those of the
     * run before (`COMPATIBLE`, false).
     */
    public val compatible: Boolean get() = get(Catalogue.compatible)

    /**
     * How many earlier runs and jobs stay below [outputPath], in folders of their own; the oldest are removed first; 0 for all
     * (`KEEP_RUNS`, 1,000).
     */
    public val keepRuns: Int get() = get(Catalogue.keepRuns)

    /** After how many days earlier runs and jobs below [outputPath] are removed; 0 for never (`KEEP_DAYS`, 0). */
    public val keepDays: Int get() = get(Catalogue.keepDays)

    /**
     * How large all earlier runs and jobs below [outputPath] may be together; the oldest are removed first; 0 for any size
     * (`KEEP_MEGABYTES`, 2,048).
     */
    public val keepMegabytes: Int get() = get(Catalogue.keepMegabytes)

    /** What file names begin with (`OUTPUT_PREFIX`, empty). */
    public val outputPrefix: String get() = get(Catalogue.outputPrefix)

    /** How the folder of [timeOutput] is named, with conversions of strftime (`TIME_FORMAT`, `%F_%I.%M_%p`). */
    public val timeFormat: String get() = get(Catalogue.timeFormat)

    /** Digits after the point, -1 for three (`PRECISION`, -1). */
    public val precision: Int get() = get(Catalogue.precision)

    /** Least width of a column of numbers, -1 for as wide as needed (`WIDTH`, -1). */
    public val width: Int get() = get(Catalogue.width)

    /** The widest that the label column of a table gets (`MAX_WIDTH`, 120). */
    public val maxWidth: Int get() = get(Catalogue.maxWidth)

    /** How many lines of a table stand between two rules, 0 for all (`SEPARATOR_FREQ`, 0). */
    public val separatorFreq: Int get() = get(Catalogue.separatorFreq)

    /** Percentiles of the laps to find and show: 50,99 (`PERCENTILES`, empty). */
    public val percentiles: String get() = get(Catalogue.percentiles)

    /** Whether numbers are printed with an exponent (`SCIENTIFIC`, false). */
    public val scientific: Boolean get() = get(Catalogue.scientific)

    /** [precision] for times, -1 for the same (`TIMING_PRECISION`, -1). */
    public val timingPrecision: Int get() = get(Catalogue.timingPrecision)

    /** [width] for times, -1 for the same (`TIMING_WIDTH`, -1). */
    public val timingWidth: Int get() = get(Catalogue.timingWidth)

    /** The unit of times in tables, empty for the one that fits: nsec, usec, msec, sec, min or hr (`TIMING_UNITS`, empty). */
    public val timingUnits: String get() = get(Catalogue.timingUnits)

    /** [scientific] for times (`TIMING_SCIENTIFIC`, false). */
    public val timingScientific: Boolean get() = get(Catalogue.timingScientific)

    /** [precision] for memory, -1 for the same (`MEMORY_PRECISION`, -1). */
    public val memoryPrecision: Int get() = get(Catalogue.memoryPrecision)

    /** [width] for memory, -1 for the same (`MEMORY_WIDTH`, -1). */
    public val memoryWidth: Int get() = get(Catalogue.memoryWidth)

    /** The unit of memory in tables, empty for the one that fits: B, KB, MB, GB or TB (`MEMORY_UNITS`, empty). */
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

    /** These with what [changes] assigns. */
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
