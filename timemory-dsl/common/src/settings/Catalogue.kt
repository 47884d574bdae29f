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
    /**
     * Looked for only when a name is asked for that is none of the core's: finding them takes time that the begin of a program should not.
     */
    val providers: List<SettingsProvider> get() = Provided.providers

    private val provided: List<Setting<*>> get() = Provided.settings

    val settings: List<Setting<*>> get() = own + provided

    /** What the formats are called that results can be written as. */
    val formatIds: List<String> get() = Provided.formatIds

    val enabled = add(flag("ENABLED", "Whether regions are recorded from the start", true))
    val configFile = add(text("CONFIG_FILE", "A file with settings, none if empty", "").fixed())
    val suppressConfig =
        add(flag("SUPPRESS_CONFIG", "Whether .timemory.cfg and .timemory.json in the home directory are left alone", false).fixed())
    val banner = add(flag("BANNER", "Whether a line on the standard error stream reports when measuring starts and ends", false).fixed())
    val verbose = add(number("VERBOSE", "1 or more prints the settings in force on the standard error stream", 0, 0, 9))
    val debug =
        add(flag("DEBUG", "Whether each problem is reported together with the place in the program where it was noticed", false).fixed())
    val suppressParsing = add(flag("SUPPRESS_PARSING", "Whether Timemory.init(args) leaves command lines alone", false).fixed())
    val maxDepth = add(number("MAX_DEPTH", "Regions nested deeper are not recorded", 65_535, 1, Int.MAX_VALUE).fixed())
    val maxNodes = add(
        number(
            "MAX_NODES",
            "How many distinct nodes the call graph may have before further labels are recorded together",
            200_000, 1, Int.MAX_VALUE,
        ).fixed(),
    )
    val foldDigits =
        add(flag("FOLD_DIGITS", "Whether digits in labels are replaced by {}: 'request 17' is recorded as 'request {}'", false).fixed())
    val components = add(text("COMPONENTS", "The components of regions that name none, by their ids; a wall clock if empty", ""))
    val globalComponents = add(
        text(
            "GLOBAL_COMPONENTS",
            "The components of user bundles that have no setting of their own, by their ids",
            "",
        ),
    )
    val flatProfile = add(flag("FLAT_PROFILE", "Whether regions are of flat scope unless they say otherwise", false).fixed())
    val timelineProfile = add(flag("TIMELINE_PROFILE", "Whether regions are of timeline scope unless they say otherwise", false).fixed())
    val collapseThreads = add(flag("COLLAPSE_THREADS", "Whether equal paths of different threads are joined", true).fixed())
    val addSecondary = add(flag("ADD_SECONDARY", "Whether values that were stored under a key are shown as regions inside", true).fixed())
    val throttleCount = add(
        number(
            "THROTTLE_COUNT",
            "After how many laps on a thread a trace of the C library is checked for being so short that it is no longer recorded there",
            10_000, 1, Int.MAX_VALUE,
        ),
    )
    val throttleValue = add(
        number(
            "THROTTLE_VALUE", "Traces of the C library that take fewer nanoseconds on average are no longer recorded, 0 for none",
            10_000, 0, Int.MAX_VALUE,
        ),
    )
    val wallClockSource = add(
        choice(
            "WALL_CLOCK_SOURCE",
            "Where wall_clock reads: the monotonic clock, or the processor's time-stamp counter, tsc, which takes less than half the " +
                "time; auto takes the counter where the kernel does so, on the JVM only with native access; a counter that is asked for " +
                "but missing or uneven is reported, and the monotonic clock read instead",
            "auto", listOf("monotonic", "tsc"),
        ).fixed(),
    )
    val enableSignalHandler = add(
        flag(
            "ENABLE_SIGNAL_HANDLER",
            "Whether results are written on SIGTERM and SIGINT by a native program; the JVM always does",
            true,
        ).fixed(),
    )
    val allowSignalHandler =
        add(flag("ALLOW_SIGNAL_HANDLER", "Whether a native program handles any signal for the sake of its results", true).fixed())
    val enableAllSignals = add(
        flag(
            "ENABLE_ALL_SIGNALS",
            "Whether results are also written on SIGHUP and SIGQUIT and when a native program crashes: SIGABRT, SIGSEGV, SIGBUS, " +
                "SIGFPE, SIGILL",
            false,
        ).fixed(),
    )
    val disableAllSignals =
        add(flag("DISABLE_ALL_SIGNALS", "Whether a native program handles no signal, whatever else is set", false).fixed())
    val autoOutput = add(flag("AUTO_OUTPUT", "Whether results are written when the process ends without finalize", true))
    val coutOutput = add(flag("COUT_OUTPUT", "Whether tables are printed on the standard output stream", true))
    val fileOutput = add(flag("FILE_OUTPUT", "Whether any file is written", true))
    val textOutput = add(flag("TEXT_OUTPUT", "Whether tables are written to .txt files", true))
    val compactOutput = add(
        flag(
            "COMPACT_OUTPUT",
            "Whether results.timemory.json is written, which has everything: 'timemory report' makes the rest of it",
            true,
        ),
    )
    val jsonOutput = add(flag("JSON_OUTPUT", "Whether .json files are written", false))
    val treeOutput = add(flag("TREE_OUTPUT", "Whether .tree.json files are written", false))
    val consoleMaxRows = add(
        number(
            "CONSOLE_MAX_ROWS",
            "Maximum regions of a table on the standard output stream: those with the largest values, the others counted; 0 for all",
            50, 0, Int.MAX_VALUE,
        ).alias("COUT_ROWS"),
    )
    val textMaxRows = add(
        number("TEXT_MAX_ROWS", "Maximum regions of a table in a .txt file; 0 for all", 1_000, 0, Int.MAX_VALUE).alias("TEXT_ROWS"),
    )
    val outputFormats = add(
        Setting(
            "OUTPUT_FORMATS",
            "Further formats to write: csv,speedscope",
            object : CheckedText("formats") {
                override val allowed: String
                    get() {
                        val more = if (formatIds == CORE_FORMATS) "; the module timemory-export, which is not here, has more" else ""
                        return "ids of formats, separated by commas: ${formatIds.joinToString()}$more"
                    }

                override fun accepts(value: String) = wordsOf(value).all { it.lowercase() in formatIds }
            },
            "",
        ),
    )
    val gzipOutput = add(flag("GZIP_OUTPUT", "Whether files are compressed by gzip", false))
    val useOutputSuffix = add(flag("USE_OUTPUT_SUFFIX", "Whether file names end with the number of the process", false))
    val timeOutput = add(flag("TIME_OUTPUT", "Whether files go to a folder named after the time, below OUTPUT_PATH", false))
    val outputPath = add(text("OUTPUT_PATH", "The directory that files are written to", "timemory-output"))
    val compatible = add(
        flag(
            "COMPATIBLE",
            "Whether files are laid out as timemory does it: in OUTPUT_PATH itself, those of all ranks as well, where a run replaces " +
                "those of the run before",
            false,
        ),
    )
    val keepRuns = add(
        number(
            "KEEP_RUNS",
            "How many earlier runs and jobs stay below OUTPUT_PATH, in folders of their own; the oldest are removed first; 0 for all",
            1_000, 0, Int.MAX_VALUE,
        ),
    )
    val keepDays =
        add(number("KEEP_DAYS", "After how many days earlier runs and jobs below OUTPUT_PATH are removed; 0 for never", 0, 0, 100_000))
    val keepMegabytes = add(
        number(
            "KEEP_MEGABYTES",
            "How large all earlier runs and jobs below OUTPUT_PATH may be together; the oldest are removed first; 0 for any size",
            2_048, 0, Int.MAX_VALUE,
        ),
    )
    val outputPrefix = add(text("OUTPUT_PREFIX", "What file names begin with", ""))
    val timeFormat = add(
        Setting(
            "TIME_FORMAT",
            "How the folder of TIME_OUTPUT is named, with conversions of strftime",
            object : CheckedText("text") {
                override val allowed get() = "made of text and ${TimeFormat.CONVERSIONS}"

                override fun accepts(value: String) = TimeFormat.isValid(value)
            },
            "%F_%I.%M_%p",
        ),
    )
    val precision = add(number("PRECISION", "Digits after the point, -1 for three", -1, -1, 17))
    val width = add(number("WIDTH", "Least width of a column of numbers, -1 for as wide as needed", -1, -1, 100))
    val maxWidth = add(number("MAX_WIDTH", "The widest that the label column of a table gets", 120, 20, 10_000))
    val separatorFreq = add(number("SEPARATOR_FREQ", "How many lines of a table stand between two rules, 0 for all", 0, 0, Int.MAX_VALUE))
    val percentiles = add(
        Setting(
            "PERCENTILES",
            "Percentiles of the laps to find and show: 50,99",
            object : CheckedText("numbers") {
                override val allowed get() = "numbers above 0 and up to 100, separated by commas"

                override fun accepts(value: String) = percentilesOf(value) != null
            },
            "",
        ).fixed(),
    )
    val scientific = add(flag("SCIENTIFIC", "Whether numbers are printed with an exponent", false))
    val timingPrecision = add(number("TIMING_PRECISION", "PRECISION for times, -1 for the same", -1, -1, 17))
    val timingWidth = add(number("TIMING_WIDTH", "WIDTH for times, -1 for the same", -1, -1, 100))
    val timingUnits = add(
        unit(
            "TIMING_UNITS",
            "The unit of times in tables, empty for the one that fits: nsec, usec, msec, sec, min or hr",
            Quantity.TIME,
        ),
    )
    val timingScientific = add(flag("TIMING_SCIENTIFIC", "SCIENTIFIC for times", false))
    val memoryPrecision = add(number("MEMORY_PRECISION", "PRECISION for memory, -1 for the same", -1, -1, 17))
    val memoryWidth = add(number("MEMORY_WIDTH", "WIDTH for memory, -1 for the same", -1, -1, 100))
    val memoryUnits = add(
        unit(
            "MEMORY_UNITS",
            "The unit of memory in tables, empty for the one that fits: B, KB, MB, GB or TB",
            Quantity.MEMORY,
        ),
    )
    val memoryScientific = add(flag("MEMORY_SCIENTIFIC", "SCIENTIFIC for memory", false))

    fun find(name: String): Setting<*>? = listed(name) ?: if (name.endsWith("_COMPONENTS")) componentsOf(name) else null

    private fun listed(name: String): Setting<*>? = own.firstOrNull { it.isCalled(name) } ?: provided.firstOrNull { it.isCalled(name) }

    /** As [find], for a name that must be one; it may begin with `TIMEMORY_`. */
    fun get(name: String): Setting<*> {
        val plain = name.uppercase().removePrefix(VARIABLE_PREFIX)
        return requireNotNull(find(plain)) {
            whyNotOffered(plain)?.let { "${VARIABLE_PREFIX}$plain is a setting of timemory for C++ that is not offered here: $it" }
                ?: "'${printable(name)}' ${isNoSetting(plain)}"
        }
    }

    /** What is to be said of [name], which is none, with the nearest. */
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
