package timemory.settings

import timemory.Quantity
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.modules
import timemory.internal.text.distance
import timemory.internal.text.printable
import timemory.internal.text.wordsOf

/** Every setting there is. Names and defaults are timemory's where it has the setting. */
internal object Catalogue : SettingList() {
    /** Digits after the decimal point, at most. */
    const val MAX_PRECISION: Int = 17

    /** The width that a column can be asked to have, at most. */
    const val MAX_COLUMN_WIDTH: Int = 100

    /**
     * Looked for only when a name is asked for that is none of the core's: finding them takes time that the start of a program should not.
     */
    val providers: List<SettingsProvider> get() = Provided.providers

    private val provided: List<Setting<*>> get() = Provided.settings

    val settings: List<Setting<*>> get() = own + provided

    /** What the formats are called that results can be written as. */
    val formatIds: List<String> get() = Provided.formatIds

    val enabled = add(flag("ENABLED", "Record regions from the start", true))
    val configFile = add(text("CONFIG_FILE", "File with settings; none if empty", "").fixed())
    val suppressConfig =
        add(flag("SUPPRESS_CONFIG", "Ignore .timemory.cfg and .timemory.json in the home directory", false).fixed())
    val banner = add(flag("BANNER", "Print a line to stderr when measuring starts and ends", false).fixed())
    val verbose = add(number("VERBOSE", "1 or more prints the effective settings to stderr", 0, 0, 9))
    val debug =
        add(flag("DEBUG", "Report each problem with the place in the program where it was noticed", false).fixed())
    val suppressParsing = add(flag("SUPPRESS_PARSING", "Make Timemory.init(args) ignore the command line", false).fixed())
    val maxDepth = add(number("MAX_DEPTH", "Maximum nesting depth; deeper regions are not recorded", 65_535, 1, Int.MAX_VALUE).fixed())
    val maxNodes = add(
        number(
            "MAX_NODES",
            "Maximum number of nodes in the call graph; further labels are recorded together",
            200_000, 1, Int.MAX_VALUE,
        ).fixed(),
    )
    val foldDigits =
        add(flag("FOLD_DIGITS", "Replace digits in labels by {}: 'request 17' becomes 'request {}'", false).fixed())
    val components = add(text("COMPONENTS", "Ids of the components of regions that name none; a wall clock if empty", ""))
    val globalComponents = add(
        text(
            "GLOBAL_COMPONENTS",
            "Component ids of user bundles without a separate setting",
            "",
        ),
    )
    val flatProfile = add(flag("FLAT_PROFILE", "Use flat scope for regions that do not choose one", false).fixed())
    val timelineProfile = add(flag("TIMELINE_PROFILE", "Use timeline scope for regions that do not choose one", false).fixed())
    val collapseThreads = add(flag("COLLAPSE_THREADS", "Merge equal call paths of different threads", true).fixed())
    val addSecondary = add(flag("ADD_SECONDARY", "Show values that are stored under a key as child regions", true).fixed())
    val throttleCount = add(
        number(
            "THROTTLE_COUNT",
            "Laps after which a traced function is checked for being too short to record",
            10_000, 1, Int.MAX_VALUE,
        ),
    )
    val throttleValue = add(
        number(
            "THROTTLE_VALUE", "Mean time in nanoseconds below which a traced function is no longer recorded; 0 for never",
            10_000, 0, Int.MAX_VALUE,
        ),
    )
    val wallClockSource = add(
        choice(
            "WALL_CLOCK_SOURCE",
            "Source of wall_clock: the monotonic clock, or the time-stamp counter (tsc), which takes less than half the time; auto uses " +
                "the counter if the kernel does, and on the JVM only with native access; if a requested counter is missing or " +
                "unreliable, that is reported and the monotonic clock is used",
            "auto", listOf("monotonic", "tsc"),
        ).fixed(),
    )
    val enableSignalHandler = add(
        flag(
            "ENABLE_SIGNAL_HANDLER",
            "Write results of native programs on SIGTERM and SIGINT; the JVM always does",
            true,
        ).fixed(),
    )
    val allowSignalHandler =
        add(flag("ALLOW_SIGNAL_HANDLER", "Allow native programs to handle signals in order to write results", true).fixed())
    val enableAllSignals = add(
        flag(
            "ENABLE_ALL_SIGNALS",
            "Also write results on SIGHUP and SIGQUIT, and when a native program crashes (SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL)",
            false,
        ).fixed(),
    )
    val disableAllSignals =
        add(flag("DISABLE_ALL_SIGNALS", "Handle no signals in native programs, whatever else is set", false).fixed())
    val autoOutput = add(flag("AUTO_OUTPUT", "Write results when the process ends without finalize", true))
    val coutOutput = add(flag("COUT_OUTPUT", "Print results to stdout", true))
    val fileOutput = add(flag("FILE_OUTPUT", "Write files", true))
    val textOutput = add(flag("TEXT_OUTPUT", "Write tables to .txt files", true))
    val compactOutput = add(
        flag(
            "COMPACT_OUTPUT",
            "Write results.timemory.json, which holds everything: 'timemory report' converts it to other formats",
            true,
        ).whenCompatible("false"),
    )
    val jsonOutput = add(flag("JSON_OUTPUT", "Write .json files", false).whenCompatible("true"))
    val treeOutput = add(flag("TREE_OUTPUT", "Write .tree.json files", false).whenCompatible("true"))
    val console = add(
        choice(
            "CONSOLE",
            "Layout of results on stdout: one tree with columns for each component, or a table for each component",
            "tree", listOf("tables"),
        ).whenCompatible("tables"),
    )
    val consoleMaxRows = add(
        number(
            "CONSOLE_MAX_ROWS",
            "Maximum rows of results on stdout; the largest regions are shown, the others counted; 0 for all",
            50, 0, Int.MAX_VALUE,
        ).alias("COUT_ROWS").whenCompatible("0"),
    )
    val textMaxRows = add(
        number("TEXT_MAX_ROWS", "Maximum rows per table in .txt files; 0 for all", 1_000, 0, Int.MAX_VALUE)
            .alias("TEXT_ROWS").whenCompatible("0"),
    )
    val outputFormats = add(
        Setting(
            "OUTPUT_FORMATS",
            "Further formats to write: csv,speedscope",
            object : CheckedText("formats") {
                override val allowed: String
                    get() {
                        val more = if (formatIds == CORE_FORMATS) "; the module timemory-export, which is missing, has more" else ""
                        return "ids of formats, separated by commas: ${formatIds.joinToString()}$more"
                    }

                override fun accepts(value: String) = wordsOf(value).all { it.lowercase() in formatIds }
            },
            "",
        ),
    )
    val gzipOutput = add(flag("GZIP_OUTPUT", "Compress files with gzip", false))
    val useOutputSuffix = add(flag("USE_OUTPUT_SUFFIX", "Append the process id to file names", false))
    val timeOutput = add(flag("TIME_OUTPUT", "Write files to a folder below OUTPUT_PATH that is named after the time", false))
    val outputPath = add(text("OUTPUT_PATH", "Directory for output files", "timemory-output"))
    val compatible = add(
        flag(
            "COMPATIBLE",
            "Use timemory's files, tables and layout: everything in OUTPUT_PATH itself, including all ranks; each run replaces the previous one",
            false,
        ),
    )
    val keepRuns = add(
        number(
            "KEEP_RUNS",
            "Maximum number of earlier runs and jobs kept below OUTPUT_PATH; the oldest are removed first; 0 for all",
            1_000, 0, Int.MAX_VALUE,
        ),
    )
    val keepDays =
        add(number("KEEP_DAYS", "Days after which earlier runs and jobs below OUTPUT_PATH are removed; 0 for never", 0, 0, 100_000))
    val keepMegabytes = add(
        number(
            "KEEP_MEGABYTES",
            "Maximum total size of earlier runs and jobs below OUTPUT_PATH; the oldest are removed first; 0 for no limit",
            2_048, 0, Int.MAX_VALUE,
        ),
    )
    val outputPrefix = add(text("OUTPUT_PREFIX", "Prefix of file names", ""))
    val timeFormat = add(
        Setting(
            "TIME_FORMAT",
            "Name of the TIME_OUTPUT folder, with strftime conversions",
            object : CheckedText("text") {
                override val allowed get() = "made of text and ${TimeFormat.CONVERSIONS}"

                override fun accepts(value: String) = TimeFormat.isValid(value)
            },
            "%F_%I.%M_%p",
        ),
    )
    val precision = add(number("PRECISION", "Digits after the decimal point; -1 for three", -1, -1, MAX_PRECISION))
    val width = add(number("WIDTH", "Minimum width of number columns; -1 for as wide as needed", -1, -1, MAX_COLUMN_WIDTH))
    val maxWidth = add(number("MAX_WIDTH", "Maximum width of the label column", 120, 20, 10_000))
    val separatorFreq = add(number("SEPARATOR_FREQ", "Table rows between two separator lines; 0 for none", 0, 0, Int.MAX_VALUE))
    val percentiles = add(
        Setting(
            "PERCENTILES",
            "Percentiles of the laps to show: 50,99",
            object : CheckedText("numbers") {
                override val allowed get() = "numbers above 0 and up to 100, separated by commas"

                override fun accepts(value: String) = percentilesOf(value) != null
            },
            "",
        ).fixed(),
    )
    val scientific = add(flag("SCIENTIFIC", "Print numbers in scientific notation", false))
    val timingPrecision = add(number("TIMING_PRECISION", "PRECISION for times; -1 for the same", -1, -1, MAX_PRECISION))
    val timingWidth = add(number("TIMING_WIDTH", "WIDTH for times; -1 for the same", -1, -1, MAX_COLUMN_WIDTH))
    val timingUnits = add(
        unit(
            "TIMING_UNITS",
            "Unit of times in tables: nsec, usec, msec, sec, min or hr; chosen automatically if empty",
            Quantity.TIME,
        ),
    )
    val timingScientific = add(flag("TIMING_SCIENTIFIC", "SCIENTIFIC for times", false))
    val memoryPrecision = add(number("MEMORY_PRECISION", "PRECISION for memory; -1 for the same", -1, -1, MAX_PRECISION))
    val memoryWidth = add(number("MEMORY_WIDTH", "WIDTH for memory; -1 for the same", -1, -1, MAX_COLUMN_WIDTH))
    val memoryUnits = add(
        unit(
            "MEMORY_UNITS",
            "Unit of memory in tables: B, KB, MB, GB or TB; chosen automatically if empty",
            Quantity.MEMORY,
        ),
    )
    val memoryScientific = add(flag("MEMORY_SCIENTIFIC", "SCIENTIFIC for memory", false))

    fun find(name: String): Setting<*>? = listed(name) ?: if (name.endsWith("_COMPONENTS")) componentsOf(name) else null

    private fun listed(name: String): Setting<*>? = own.firstOrNull { it.isCalled(name) } ?: provided.firstOrNull { it.isCalled(name) }

    /** Returns the setting with a name, which may start with `TIMEMORY_`. */
    fun get(name: String): Setting<*> {
        val plain = name.uppercase().removePrefix(VARIABLE_PREFIX)
        return requireNotNull(find(plain)) {
            whyNotOffered(plain)?.let { "${VARIABLE_PREFIX}$plain is a setting of timemory for C++ that is not supported here: $it" }
                ?: "'${printable(name)}' ${isNoSetting(plain)}"
        }
    }

    /** The message for [name], which is not a setting, with the nearest setting. */
    fun isNoSetting(name: String): String {
        val nearest = settings.minBy { distance(name, it.name) }
        val isMisspelt = provided.isNotEmpty() || distance(name, nearest.name) <= MAX_DISTANCE
        val alone = if (isMisspelt) "" else " (timemory-dsl is alone here; other modules have settings of their own)"
        return "is not a setting; the nearest is ${nearest.variable}$alone"
    }

    private val componentLists = HashMap<String, Setting<String>>()
    private val adding = Lock()

    /** The setting with [name] that lists components: of a module, or of a user bundle, of which there are as many as programs want. */
    fun componentsOf(name: String): Setting<String> {
        @Suppress("UNCHECKED_CAST") // those that end so are texts
        val known = listed(name) as Setting<String>?
        return known ?: adding.hold {
            componentLists.getOrPut(name) { text(name, "The components of the user bundle of that name, by their ids", "") }
        }
    }
}

private val CORE_FORMATS = listOf("text", "compact")

/** What other modules have, found when it is first asked for. */
private object Provided {
    val providers: List<SettingsProvider> = modules<SettingsProvider>()
    val settings: List<Setting<*>> = providers.flatMap { it.settings }
    val formatIds: List<String> = CORE_FORMATS + modules<FormatNames>().flatMap { it.ids }
}

/** Up to so many letters apart, a name is another that was misspelt. */
private const val MAX_DISTANCE = 3
