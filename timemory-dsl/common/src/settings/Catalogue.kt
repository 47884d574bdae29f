package timemory.settings

import timemory.Quantity
import timemory.gpu.ActivityKind
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.output.ResultFormat

/** Every setting there is. Names and defaults are timemory's where it has the setting. */
internal object Catalogue {
    private val all = ArrayList<Setting<*>>()

    val settings: List<Setting<*>> get() = all

    val enabled = add(flag("ENABLED", "Whether regions are recorded from the start", true))
    val configFile = add(text("CONFIG_FILE", "A file with settings, none if empty", ""))
    val suppressConfig = add(flag("SUPPRESS_CONFIG", "Whether .timemory.cfg and .timemory.json in the home directory are left alone", false))
    val banner = add(flag("BANNER", "Whether a line on the standard error stream tells when measuring begins and ends", false))
    val verbose = add(number("VERBOSE", "1 or more tells on the standard error stream which settings are in force", 0, 0..9))
    val debug = add(flag("DEBUG", "Whether each problem is told together with the place in the program where it was noticed", false))
    val suppressParsing = add(flag("SUPPRESS_PARSING", "Whether Timemory.init(args) leaves command lines alone", false))
    val maxDepth = add(number("MAX_DEPTH", "Regions nested deeper are not recorded", 65_535, 1..Int.MAX_VALUE))
    val maxNodes = add(
        number(
            "MAX_NODES",
            "How many distinct nodes the call graph may have before further labels are recorded together",
            200_000, 1..Int.MAX_VALUE,
        ),
    )
    val components = add(text("COMPONENTS", "The components of regions that name none, by their ids; a wall clock without", ""))
    val globalComponents = add(
        text(
            "GLOBAL_COMPONENTS",
            "The components of user bundles that have no setting of their own, by their ids",
            "",
        ),
    )
    val flatProfile = add(flag("FLAT_PROFILE", "Whether regions are of flat scope unless they say otherwise", false))
    val timelineProfile = add(flag("TIMELINE_PROFILE", "Whether regions are of timeline scope unless they say otherwise", false))
    val collapseThreads = add(flag("COLLAPSE_THREADS", "Whether equal paths of different threads are joined", true))
    val addSecondary = add(flag("ADD_SECONDARY", "Whether values that were stored under a key are shown as regions inside", true))
    val throttleCount = add(
        number(
            "THROTTLE_COUNT",
            "After how many laps on a thread it is looked at whether a trace of the C library is so short that it is no longer recorded there",
            10_000, 1..Int.MAX_VALUE,
        ),
    )
    val throttleValue = add(
        number("THROTTLE_VALUE", "Traces of the C library that take fewer nanoseconds in the mean are no longer recorded, 0 for none", 10_000, 0..Int.MAX_VALUE),
    )
    val wallClockSource = add(
        choice(
            "WALL_CLOCK_SOURCE",
            "Where wall_clock reads: the monotonic clock, or the processor's time-stamp counter, tsc, which is read in less than half the time",
            "monotonic", listOf("tsc"),
        ),
    )
    val perfEvents = add(
        text("PERF_EVENTS", "The events that perf_events counts, by the names of `timemory avail -H`", "task-clock,page-faults,context-switches"),
    )
    val papiEvents = add(text("PAPI_EVENTS", "The events that papi_vector and papi_array count, by the names of `timemory avail -H`", ""))
    val papiMultiplexing = add(flag("PAPI_MULTIPLEXING", "Whether PAPI lets events take turns where the processor has not enough counters", false))
    val papiThreading = add(flag("PAPI_THREADING", "Whether PAPI counts for all threads, and not only for the one that asks first", true))
    val papiFailOnError = add(
        flag("PAPI_FAIL_ON_ERROR", "Whether nothing is counted by PAPI_EVENTS where one of them cannot be, instead of the others", false),
    )
    val papiQuiet = add(flag("PAPI_QUIET", "Whether nothing is said of those of PAPI_EVENTS that cannot be counted", false))
    val papiOverflow = add(
        number("PAPI_OVERFLOW", "How many of an event make an overflow, which are counted beside the events of PAPI_EVENTS; 0 for none", 0, 0..Int.MAX_VALUE),
    )
    val papiAttach = add(flag("PAPI_ATTACH", "Whether PAPI counts what happens in the process TARGET_PID", false))
    val targetPid = add(number("TARGET_PID", "The process that PAPI_ATTACH is about, 0 for this one", 0, 0..Int.MAX_VALUE))
    val rooflineMode = add(
        rooflineMode("ROOFLINE_MODE", "What events roofline components count: operations, op, or the bytes that arithmetic intensity is made of, ai", "op"),
    )
    val rooflineModeCpu = add(rooflineMode("ROOFLINE_MODE_CPU", "As ROOFLINE_MODE, for cpu_roofline components; as there if empty", ""))
    val rooflineEventsCpu = add(
        text("ROOFLINE_EVENTS_CPU", "The events that cpu_roofline components count instead of their own: r01c7*1,r04c7*2, a weight behind each", ""),
    )
    val rooflineModeGpu = add(
        rooflineMode("ROOFLINE_MODE_GPU", "As ROOFLINE_MODE, in names of files of gpu_roofline components, which measure both at once; as there if empty", ""),
    )
    val rooflineEventsGpu = add(
        text("ROOFLINE_EVENTS_GPU", "The metrics that gpu_roofline components count operations by instead of their own, a weight behind each: name.sum*512", ""),
    )
    val rooflineTypeLabels = add(flag("ROOFLINE_TYPE_LABELS", "Whether files of roofline components are named after data types: cpu_roofline_float_op", false))
    val rooflineTypeLabelsCpu = add(flag("ROOFLINE_TYPE_LABELS_CPU", "As ROOFLINE_TYPE_LABELS, for cpu_roofline components alone", false))
    val rooflineTypeLabelsGpu = add(flag("ROOFLINE_TYPE_LABELS_GPU", "As ROOFLINE_TYPE_LABELS, for gpu_roofline components alone", false))
    val instructionRoofline = add(flag("INSTRUCTION_ROOFLINE", "Whether roofline components count instructions besides", false))
    val ertNumThreads = add(number("ERT_NUM_THREADS", "The most threads that the empirical roofline toolkit measures with, 0 for all processors", 0, 0..4096))
    val ertNumThreadsCpu = add(number("ERT_NUM_THREADS_CPU", "As ERT_NUM_THREADS, for the CPU; 0 for as there", 0, 0..4096))
    val ertNumThreadsGpu = add(number("ERT_NUM_THREADS_GPU", "How many threads of the CPU begin kernels at once where the toolkit measures a GPU", 1, 1..64))
    val ertNumStreams = add(number("ERT_NUM_STREAMS", "In how many streams of the GPU each of them begins kernels, each with a part of the data", 1, 1..64))
    val ertGridSize = add(
        number("ERT_GRID_SIZE", "How many blocks kernels on the GPU have in each stream, 0 for as many as it runs at once", 0, 0..Int.MAX_VALUE),
    )
    val ertBlockSize = add(number("ERT_BLOCK_SIZE", "How many threads a block on the GPU has", 1024, 1..1024))
    val ertAlignment = add(number("ERT_ALIGNMENT", "Where the toolkit's data begin: at a multiple of so many bytes, a power of two", 64, 64..4096))
    val ertMinWorkingSize = add(number("ERT_MIN_WORKING_SIZE", "The least data of a thread that the toolkit measures with, in bytes", 64, 64..Int.MAX_VALUE))
    val ertMinWorkingSizeCpu = add(number("ERT_MIN_WORKING_SIZE_CPU", "As ERT_MIN_WORKING_SIZE, for the CPU; 0 for as there", 0, 0..Int.MAX_VALUE))
    val ertMinWorkingSizeGpu = add(
        number("ERT_MIN_WORKING_SIZE_GPU", "The least data that a GPU is measured with, in bytes, but for what is to stay in its caches", 10_000_000, 64..Int.MAX_VALUE),
    )
    val ertMaxDataSize = add(
        number(
            "ERT_MAX_DATA_SIZE",
            "The most data of all threads that the toolkit measures with, in bytes; 0 for eight times the last-level cache, " +
                "or five times where it is to take a minute",
            0, 0..Int.MAX_VALUE,
        ),
    )
    val ertMaxDataSizeCpu = add(number("ERT_MAX_DATA_SIZE_CPU", "As ERT_MAX_DATA_SIZE, for the CPU; 0 for as there", 0, 0..Int.MAX_VALUE))
    val ertMaxDataSizeGpu = add(number("ERT_MAX_DATA_SIZE_GPU", "The most data that a GPU is measured with, in bytes", 500_000_000, 64..Int.MAX_VALUE))
    val ertSkipOps = add(
        Setting(
            "ERT_SKIP_OPS",
            "Numbers of operations for each element that the toolkit does not measure: 4,16",
            "numbers",
            "",
            "whole numbers above 0, separated by commas",
            parse = { it },
            accepts = { text -> wordsOf(text).all { word -> (word.toIntOrNull() ?: 0) > 0 } },
        ),
    )
    val cudaEventBatchSize = add(
        number("CUDA_EVENT_BATCH_SIZE", "How many pairs of events cuda_event makes at once, and after how many laps it reads those that are done", 5, 1..65_536),
    )
    val nvtxMarkerDeviceSync = add(
        flag("NVTX_MARKER_DEVICE_SYNC", "Whether nvtx_marker ends a range when the whole device is done, and not only the stream it was begun with", true),
    )
    val cuptiActivityLevel = add(
        number(
            "CUPTI_ACTIVITY_LEVEL",
            "What cupti_activity records: 0 kernels, 1 copies and fillings of memory too, 2 waiting for the device too, 3 calls of CUDA too",
            1, 0..3,
        ),
    )
    val cuptiActivityKinds = add(
        Setting(
            "CUPTI_ACTIVITY_KINDS",
            "What cupti_activity records instead, by the names of `timemory avail -H`: kernel,memcpy",
            "text",
            "",
            "names of kinds, separated by commas: ${ActivityKind.NAMES.joinToString()}",
            parse = { it },
            accepts = { ActivityKind.of(it) != null },
        ),
    )
    val cuptiEvents = add(text("CUPTI_EVENTS", "As CUPTI_METRICS: CUPTI knows metrics alone, and both lists are taken together", ""))
    val cuptiMetrics = add(
        text("CUPTI_METRICS", "The metrics of GPUs that cupti_counters and cupti_profiler measure, by the names of `timemory avail -H`: dram__bytes.sum", ""),
    )
    val cuptiDevice = add(number("CUPTI_DEVICE", "The GPU whose metrics are measured, by its number in `timemory avail -H`", 0, 0..1023))
    val enableSignalHandler = add(
        flag(
            "ENABLE_SIGNAL_HANDLER",
            "Whether results are written on SIGTERM and SIGINT by a native program; the JVM always does",
            true,
        ),
    )
    val allowSignalHandler = add(flag("ALLOW_SIGNAL_HANDLER", "Whether a native program handles any signal for the sake of its results", true))
    val enableAllSignals = add(
        flag(
            "ENABLE_ALL_SIGNALS",
            "Whether results are also written on SIGHUP and SIGQUIT and when a native program crashes: SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL",
            false,
        ),
    )
    val disableAllSignals = add(flag("DISABLE_ALL_SIGNALS", "Whether a native program handles no signal, whatever else is set", false))
    val autoOutput = add(flag("AUTO_OUTPUT", "Whether results are written when the process ends without finalize", true))
    val coutOutput = add(flag("COUT_OUTPUT", "Whether tables are printed on the standard output stream", true))
    val fileOutput = add(flag("FILE_OUTPUT", "Whether any file is written", true))
    val textOutput = add(flag("TEXT_OUTPUT", "Whether tables are written to .txt files", true))
    val jsonOutput = add(flag("JSON_OUTPUT", "Whether .json files are written", true))
    val treeOutput = add(flag("TREE_OUTPUT", "Whether .tree.json files are written", true))
    val flamegraphOutput = add(flag("FLAMEGRAPH_OUTPUT", "Whether .flamegraph.json files are written, of trace events for Chrome and Perfetto", true))
    val htmlOutput = add(flag("HTML_OUTPUT", "Whether report.html is written; on the JVM it takes timemory-jvm", true))
    val plotOutput = add(
        flag("PLOT_OUTPUT", "Whether pictures of each component are written: .svg, and on the JVM .png besides, where java.desktop and a font are there", false),
    )
    val outputFormats = add(
        Setting(
            "OUTPUT_FORMATS",
            "Further kinds of files to write: csv,speedscope",
            "formats",
            "",
            "ids of formats, separated by commas: ${ResultFormat.ALL.joinToString { it.id }}",
            parse = { it },
            accepts = { text -> runCatching { ResultFormat.listOf(text) }.isSuccess },
        ),
    )
    val gzipOutput = add(flag("GZIP_OUTPUT", "Whether files are compressed by gzip", false))
    val useOutputSuffix = add(flag("USE_OUTPUT_SUFFIX", "Whether file names end with the number of the process", false))
    val timeOutput = add(flag("TIME_OUTPUT", "Whether files go to a folder named after the time, below outputPath", false))
    val outputPath = add(text("OUTPUT_PATH", "The directory that files are written to", "timemory-output"))
    val outputPrefix = add(text("OUTPUT_PREFIX", "What file names begin with", ""))
    val timeFormat = add(
        Setting(
            "TIME_FORMAT",
            "How the folder of timeOutput is named, with conversions of strftime",
            "text",
            "%F_%I.%M_%p",
            "made of text and ${TimeFormat.CONVERSIONS}",
            parse = { it },
            accepts = { TimeFormat.isValid(it) },
        ),
    )
    val precision = add(number("PRECISION", "Digits behind the point, -1 for three", -1, -1..17))
    val width = add(number("WIDTH", "Least width of a column of numbers, -1 for as it fits", -1, -1..100))
    val maxWidth = add(number("MAX_WIDTH", "The widest that the label column of a table gets", 120, 20..10_000))
    val separatorFreq = add(number("SEPARATOR_FREQ", "How many lines of a table stand between two rules, 0 for all", 0, 0..Int.MAX_VALUE))
    val percentiles = add(
        Setting(
            "PERCENTILES",
            "Percentiles of the laps to find and show: 50,99",
            "numbers",
            "",
            "numbers above 0 and up to 100, separated by commas",
            parse = { it },
            accepts = { percentilesOf(it) != null },
        ),
    )
    val scientific = add(flag("SCIENTIFIC", "Whether numbers are printed with an exponent", false))
    val timingPrecision = add(number("TIMING_PRECISION", "precision for times, -1 for as there", -1, -1..17))
    val timingWidth = add(number("TIMING_WIDTH", "width for times, -1 for as there", -1, -1..100))
    val timingUnits = add(
        unit(
            "TIMING_UNITS",
            "The unit of times in tables, empty for the one that fits: nsec, usec, msec, sec, min or hr",
            Quantity.TIME,
        ),
    )
    val timingScientific = add(flag("TIMING_SCIENTIFIC", "scientific for times", false))
    val memoryPrecision = add(number("MEMORY_PRECISION", "precision for memory, -1 for as there", -1, -1..17))
    val memoryWidth = add(number("MEMORY_WIDTH", "width for memory, -1 for as there", -1, -1..100))
    val memoryUnits = add(
        unit(
            "MEMORY_UNITS",
            "The unit of memory in tables, empty for the one that fits: B, KB, MB, GB or TB",
            Quantity.MEMORY,
        ),
    )
    val memoryScientific = add(flag("MEMORY_SCIENTIFIC", "scientific for memory", false))

    private fun <T : Any> add(setting: Setting<T>): Setting<T> = setting.also { all.add(it) }

    /** Those that a session looks at once, when it begins. */
    private val fixed: Set<Setting<*>> by lazy {
        setOf(
            configFile, suppressConfig, suppressParsing, banner, debug, maxDepth, maxNodes, flatProfile, timelineProfile, collapseThreads,
            addSecondary, wallClockSource, perfEvents, papiEvents, papiMultiplexing, papiThreading, papiFailOnError, papiQuiet, papiOverflow,
            papiAttach, targetPid, rooflineMode, rooflineModeCpu, rooflineEventsCpu, rooflineTypeLabels, rooflineTypeLabelsCpu, instructionRoofline,
            rooflineModeGpu, rooflineEventsGpu, rooflineTypeLabelsGpu,
            cudaEventBatchSize, cuptiActivityLevel, cuptiActivityKinds, cuptiEvents, cuptiMetrics, cuptiDevice, nvtxMarkerDeviceSync, enableSignalHandler, allowSignalHandler,
            enableAllSignals, disableAllSignals, percentiles,
        )
    }

    /** Whether [setting] can be changed while a session measures. */
    fun isChangeable(setting: Setting<*>): Boolean = setting !in fixed

    fun find(name: String): Setting<*>? = all.firstOrNull { it.name == name } ?: if (name.endsWith("_COMPONENTS")) componentsOf(name) else null

    /** As [find], for a name that must be one; it may begin with `TIMEMORY_`. */
    fun get(name: String): Setting<*> {
        val plain = name.uppercase().removePrefix(Setting.PREFIX)
        return requireNotNull(find(plain)) {
            whyNotOffered(plain)?.let { "${Setting.PREFIX}$plain is a setting of timemory for C++ that is not offered here: $it" }
                ?: "'${printable(name)}' is not a setting; the nearest is ${settings.minBy { distance(plain, it.name) }.variable}"
        }
    }

    private val componentLists = HashMap<String, Setting<String>>()
    private val adding = Lock()

    /** The setting with [name] that lists the components of a user bundle: there are as many as programs want. */
    fun componentsOf(name: String): Setting<String> = adding.hold {
        (all.firstOrNull { it.name == name } ?: componentLists.getOrPut(name) { text(name, "The components of the user bundle of that name, by their ids", "") }) as Setting<String>
    }
}
