package timemory.settings

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
    /** Whether regions are recorded from the start (`ENABLED`, true). */
    public val enabled: Boolean get() = get(Catalogue.enabled)

    /** A file with settings, none if empty (`CONFIG_FILE`, empty). */
    public val configFile: String get() = get(Catalogue.configFile)

    /** Whether `.timemory.cfg` and `.timemory.json` in the home directory are left alone (`SUPPRESS_CONFIG`, false). */
    public val suppressConfig: Boolean get() = get(Catalogue.suppressConfig)

    /** Whether [Timemory.init] leaves the arguments of the program alone (`SUPPRESS_PARSING`, false). */
    public val suppressParsing: Boolean get() = get(Catalogue.suppressParsing)

    /** Whether each problem is told together with the place in the program where it was noticed (`DEBUG`, false). */
    public val debug: Boolean get() = get(Catalogue.debug)

    /** Whether a line on the standard error stream tells when measuring begins and ends (`BANNER`, false). */
    public val banner: Boolean get() = get(Catalogue.banner)

    /** How much is told on the standard error stream (`VERBOSE`, 0): with 1 or more, the settings in force. */
    public val verbose: Int get() = get(Catalogue.verbose)

    /** Regions nested deeper are not recorded (`MAX_DEPTH`, 65535). */
    public val maxDepth: Int get() = get(Catalogue.maxDepth)

    /** How many distinct nodes the call graph may have before further labels are recorded together (`MAX_NODES`, 200000). */
    public val maxNodes: Int get() = get(Catalogue.maxNodes)

    /** The components of regions that name none (`COMPONENTS`, empty): their ids. */
    public val components: String get() = get(Catalogue.components)

    /** The components of user bundles that have no setting of their own (`GLOBAL_COMPONENTS`, empty): their ids. */
    public val globalComponents: String get() = get(Catalogue.globalComponents)

    /** The components of the user bundle [label] (`<LABEL>_COMPONENTS`, empty): their ids. */
    public fun componentsOf(label: String): String = get(Catalogue.componentsOf(componentsSetting(label)))

    /** Whether regions are of [Scope.FLAT] unless they say otherwise (`FLAT_PROFILE`, false). */
    public val flatProfile: Boolean get() = get(Catalogue.flatProfile)

    /** Whether regions are of [Scope.TIMELINE] unless they say otherwise (`TIMELINE_PROFILE`, false). */
    public val timelineProfile: Boolean get() = get(Catalogue.timelineProfile)

    /**
     * After how many laps on a thread it is looked at whether a trace of the C library is so short that it is no longer recorded there
     * (`THROTTLE_COUNT`, 10000).
     */
    public val throttleCount: Int get() = get(Catalogue.throttleCount)

    /** Traces of the C library that take fewer nanoseconds in the mean are no longer recorded, 0 for none (`THROTTLE_VALUE`, 10000). */
    public val throttleValue: Int get() = get(Catalogue.throttleValue)

    /** Whether equal paths of different threads are joined (`COLLAPSE_THREADS`, true). */
    public val collapseThreads: Boolean get() = get(Catalogue.collapseThreads)

    /** Whether values that were stored under a key are shown as regions inside (`ADD_SECONDARY`, true). */
    public val addSecondary: Boolean get() = get(Catalogue.addSecondary)

    /**
     * Where [WallClock] reads (`WALL_CLOCK_SOURCE`, monotonic): the monotonic clock, or `tsc`, the processor's time-stamp counter. Falls
     * back to the former, with the reason among the problems, where the counter is missing or does not run evenly.
     */
    public val wallClockSource: String get() = get(Catalogue.wallClockSource)

    /** The events that [PerfEvents] counts (`PERF_EVENTS`, `task-clock,page-faults,context-switches`): their names. */
    public val perfEvents: String get() = get(Catalogue.perfEvents)

    /** The events that [PapiVector] and [PapiArray] count (`PAPI_EVENTS`, empty): their names. */
    public val papiEvents: String get() = get(Catalogue.papiEvents)

    /** Whether PAPI lets events take turns where the processor has not enough counters (`PAPI_MULTIPLEXING`, false). */
    public val papiMultiplexing: Boolean get() = get(Catalogue.papiMultiplexing)

    /** Whether PAPI counts for all threads, and not only for the one that asks first (`PAPI_THREADING`, true). */
    public val papiThreading: Boolean get() = get(Catalogue.papiThreading)

    /** Whether nothing is counted by [papiEvents] where one of them cannot be, instead of the others (`PAPI_FAIL_ON_ERROR`, false). */
    public val papiFailOnError: Boolean get() = get(Catalogue.papiFailOnError)

    /** Whether nothing is said of those of [papiEvents] that cannot be counted (`PAPI_QUIET`, false). */
    public val papiQuiet: Boolean get() = get(Catalogue.papiQuiet)

    /** How many of an event make an overflow, which are counted beside [papiEvents] (`PAPI_OVERFLOW`, 0 for none). */
    public val papiOverflow: Int get() = get(Catalogue.papiOverflow)

    /** Whether PAPI counts what happens in the process [targetPid], in the laps of this one's regions (`PAPI_ATTACH`, false). */
    public val papiAttach: Boolean get() = get(Catalogue.papiAttach)

    /** How many pairs of events [CudaEvent] makes at once, and after how many laps it reads those that are done (`CUDA_EVENT_BATCH_SIZE`, 5). */
    public val cudaEventBatchSize: Int get() = get(Catalogue.cudaEventBatchSize)

    /** Whether [NvtxMarker] ends a range when the whole device is done, and not only its stream (`NVTX_MARKER_DEVICE_SYNC`, true). */
    public val nvtxMarkerDeviceSync: Boolean get() = get(Catalogue.nvtxMarkerDeviceSync)

    /** What [CuptiActivity] records (`CUPTI_ACTIVITY_LEVEL`, 1): 0 kernels, 1 copies too, 2 waiting for the device too, 3 calls of CUDA too. */
    public val cuptiActivityLevel: Int get() = get(Catalogue.cuptiActivityLevel)

    /** What [CuptiActivity] records instead, by the names of the kinds (`CUPTI_ACTIVITY_KINDS`, empty). */
    public val cuptiActivityKinds: String get() = get(Catalogue.cuptiActivityKinds)

    /** As [cuptiMetrics], and taken together with them (`CUPTI_EVENTS`, empty). */
    public val cuptiEvents: String get() = get(Catalogue.cuptiEvents)

    /** The metrics of GPUs that [CuptiCounters] and [CuptiProfiler] measure, by their names, separated by commas (`CUPTI_METRICS`, empty). */
    public val cuptiMetrics: String get() = get(Catalogue.cuptiMetrics)

    /** The number of the GPU whose metrics are measured (`CUPTI_DEVICE`, 0). */
    public val cuptiDevice: Int get() = get(Catalogue.cuptiDevice)

    /** The process that [papiAttach] is about (`TARGET_PID`, 0 for this one). */
    public val targetPid: Int get() = get(Catalogue.targetPid)

    /** What events roofline components count (`ROOFLINE_MODE`, op): operations, `op`, or the bytes that arithmetic intensity is made of, `ai`. */
    public val rooflineMode: String get() = get(Catalogue.rooflineMode)

    /** As [rooflineMode], for [CpuRoofline] components (`ROOFLINE_MODE_CPU`, empty for as there). */
    public val rooflineModeCpu: String get() = get(Catalogue.rooflineModeCpu)

    /**
     * The events that [CpuRoofline] components count instead of their own (`ROOFLINE_EVENTS_CPU`, empty): `r01c7*1,r04c7*2`, behind the star how
     * many operations, or bytes in mode `ai`, one is.
     */
    public val rooflineEventsCpu: String get() = get(Catalogue.rooflineEventsCpu)

    /** As [rooflineMode], in names of files of [GpuRoofline] components, which measure both at once (`ROOFLINE_MODE_GPU`, empty for as there). */
    public val rooflineModeGpu: String get() = get(Catalogue.rooflineModeGpu)

    /**
     * The metrics that [GpuRoofline] components count operations by instead of their own (`ROOFLINE_EVENTS_GPU`, empty): `name.sum*512`, behind the star how
     * many operations one is.
     */
    public val rooflineEventsGpu: String get() = get(Catalogue.rooflineEventsGpu)

    /** Whether files of roofline components are named after data types (`ROOFLINE_TYPE_LABELS`, false). */
    public val rooflineTypeLabels: Boolean get() = get(Catalogue.rooflineTypeLabels)

    /** As [rooflineTypeLabels], for [CpuRoofline] components alone (`ROOFLINE_TYPE_LABELS_CPU`, false). */
    public val rooflineTypeLabelsCpu: Boolean get() = get(Catalogue.rooflineTypeLabelsCpu)

    /** As [rooflineTypeLabels], for [GpuRoofline] components alone (`ROOFLINE_TYPE_LABELS_GPU`, false). */
    public val rooflineTypeLabelsGpu: Boolean get() = get(Catalogue.rooflineTypeLabelsGpu)

    /** Whether roofline components count instructions besides (`INSTRUCTION_ROOFLINE`, false). */
    public val instructionRoofline: Boolean get() = get(Catalogue.instructionRoofline)

    /** The most threads that the empirical roofline toolkit measures with (`ERT_NUM_THREADS`, 0 for all processors). */
    public val ertNumThreads: Int get() = get(Catalogue.ertNumThreads)

    /** As [ertNumThreads], for the CPU (`ERT_NUM_THREADS_CPU`, 0 for as there). */
    public val ertNumThreadsCpu: Int get() = get(Catalogue.ertNumThreadsCpu)

    /** How many threads of the CPU begin kernels at once where the toolkit measures a GPU (`ERT_NUM_THREADS_GPU`, 1). */
    public val ertNumThreadsGpu: Int get() = get(Catalogue.ertNumThreadsGpu)

    /** In how many streams of the GPU each of them begins kernels, each with a part of the data (`ERT_NUM_STREAMS`, 1). */
    public val ertNumStreams: Int get() = get(Catalogue.ertNumStreams)

    /** How many blocks kernels on the GPU have in each stream (`ERT_GRID_SIZE`, 0 for as many as it runs at once). */
    public val ertGridSize: Int get() = get(Catalogue.ertGridSize)

    /** How many threads a block on the GPU has (`ERT_BLOCK_SIZE`, 1024). */
    public val ertBlockSize: Int get() = get(Catalogue.ertBlockSize)

    /** Where the toolkit's data begin (`ERT_ALIGNMENT`, 64): at a multiple of so many bytes, a power of two. */
    public val ertAlignment: Int get() = get(Catalogue.ertAlignment)

    /** The least data of a thread that the toolkit measures with, in bytes (`ERT_MIN_WORKING_SIZE`, 64). */
    public val ertMinWorkingSize: Int get() = get(Catalogue.ertMinWorkingSize)

    /** As [ertMinWorkingSize], for the CPU (`ERT_MIN_WORKING_SIZE_CPU`, 0 for as there). */
    public val ertMinWorkingSizeCpu: Int get() = get(Catalogue.ertMinWorkingSizeCpu)

    /** The least data that a GPU is measured with, in bytes, but for what is to stay in its caches (`ERT_MIN_WORKING_SIZE_GPU`, 10,000,000). */
    public val ertMinWorkingSizeGpu: Int get() = get(Catalogue.ertMinWorkingSizeGpu)

    /** The most data of all threads that the toolkit measures with, in bytes (`ERT_MAX_DATA_SIZE`, 0 for eight times the last-level cache). */
    public val ertMaxDataSize: Int get() = get(Catalogue.ertMaxDataSize)

    /** As [ertMaxDataSize], for the CPU (`ERT_MAX_DATA_SIZE_CPU`, 0 for as there). */
    public val ertMaxDataSizeCpu: Int get() = get(Catalogue.ertMaxDataSizeCpu)

    /** The most data that a GPU is measured with, in bytes (`ERT_MAX_DATA_SIZE_GPU`, 500,000,000). */
    public val ertMaxDataSizeGpu: Int get() = get(Catalogue.ertMaxDataSizeGpu)

    /** Numbers of operations for each element that the toolkit does not measure (`ERT_SKIP_OPS`, empty). */
    public val ertSkipOps: String get() = get(Catalogue.ertSkipOps)

    /** Whether results are written on SIGTERM and SIGINT by a native program (`ENABLE_SIGNAL_HANDLER`, true); the JVM always does. */
    public val enableSignalHandler: Boolean get() = get(Catalogue.enableSignalHandler)

    /** Whether a native program handles any signal for the sake of its results (`ALLOW_SIGNAL_HANDLER`, true). */
    public val allowSignalHandler: Boolean get() = get(Catalogue.allowSignalHandler)

    /** Whether results are also written on SIGHUP and SIGQUIT and when a native program crashes (`ENABLE_ALL_SIGNALS`, false). */
    public val enableAllSignals: Boolean get() = get(Catalogue.enableAllSignals)

    /** Whether a native program handles no signal, whatever else is set (`DISABLE_ALL_SIGNALS`, false). */
    public val disableAllSignals: Boolean get() = get(Catalogue.disableAllSignals)

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

    /** Whether results are written when the process ends without `finalize` (`AUTO_OUTPUT`, true). */
    public val autoOutput: Boolean get() = get(Catalogue.autoOutput)

    /** Whether tables are printed on the standard output stream (`COUT_OUTPUT`, true). */
    public val coutOutput: Boolean get() = get(Catalogue.coutOutput)

    /** Whether any file is written (`FILE_OUTPUT`, true). */
    public val fileOutput: Boolean get() = get(Catalogue.fileOutput)

    /** Whether tables are written to `.txt` files (`TEXT_OUTPUT`, true). */
    public val textOutput: Boolean get() = get(Catalogue.textOutput)

    /** Whether `.json` files are written (`JSON_OUTPUT`, true). */
    public val jsonOutput: Boolean get() = get(Catalogue.jsonOutput)

    /** Whether `.tree.json` files are written (`TREE_OUTPUT`, true). */
    public val treeOutput: Boolean get() = get(Catalogue.treeOutput)

    /** Whether `.flamegraph.json` files are written, of trace events for Chrome and Perfetto (`FLAMEGRAPH_OUTPUT`, true). */
    public val flamegraphOutput: Boolean get() = get(Catalogue.flamegraphOutput)

    /** Whether `report.html` is written; on the JVM it takes `timemory-jvm` (`HTML_OUTPUT`, true). */
    public val htmlOutput: Boolean get() = get(Catalogue.htmlOutput)

    /** Whether pictures of each component are written, `.svg`, and on the JVM `.png` besides (`PLOT_OUTPUT`, false): see [Picture]. */
    public val plotOutput: Boolean get() = get(Catalogue.plotOutput)

    /** Further kinds of files to write (`OUTPUT_FORMATS`, empty): ids of [ResultFormat]. */
    public val outputFormats: String get() = get(Catalogue.outputFormats)

    /** Whether files are compressed by gzip (`GZIP_OUTPUT`, false). */
    public val gzipOutput: Boolean get() = get(Catalogue.gzipOutput)

    /** Whether file names end with the number of the process (`USE_OUTPUT_SUFFIX`, false). */
    public val useOutputSuffix: Boolean get() = get(Catalogue.useOutputSuffix)

    /** Whether files go to a folder named after the time, below [outputPath] (`TIME_OUTPUT`, false). */
    public val timeOutput: Boolean get() = get(Catalogue.timeOutput)

    /** The directory that files are written to (`OUTPUT_PATH`, timemory-output). */
    public val outputPath: String get() = get(Catalogue.outputPath)

    /** What file names begin with (`OUTPUT_PREFIX`, empty). */
    public val outputPrefix: String get() = get(Catalogue.outputPrefix)

    /** How the folder of [timeOutput] is named, with conversions of `strftime` (`TIME_FORMAT`, `%F_%I.%M_%p`). */
    public val timeFormat: String get() = get(Catalogue.timeFormat)

    /** Digits behind the point, -1 for three (`PRECISION`). */
    public val precision: Int get() = get(Catalogue.precision)

    /** Least width of a column of numbers, -1 for as it fits (`WIDTH`). */
    public val width: Int get() = get(Catalogue.width)

    /** The widest that the label column of a table gets (`MAX_WIDTH`, 120). */
    public val maxWidth: Int get() = get(Catalogue.maxWidth)

    /** Percentiles of the laps to find and show (`PERCENTILES`, empty): `50,99`. */
    public val percentiles: String get() = get(Catalogue.percentiles)

    /** How many lines of a table stand between two rules, 0 for all (`SEPARATOR_FREQ`, 0). */
    public val separatorFreq: Int get() = get(Catalogue.separatorFreq)

    /** Whether numbers are printed with an exponent (`SCIENTIFIC`, false). */
    public val scientific: Boolean get() = get(Catalogue.scientific)

    /** [precision] for times, -1 for as there (`TIMING_PRECISION`). */
    public val timingPrecision: Int get() = get(Catalogue.timingPrecision)

    /** [width] for times, -1 for as there (`TIMING_WIDTH`). */
    public val timingWidth: Int get() = get(Catalogue.timingWidth)

    /** The unit of times in tables, empty for the one that fits (`TIMING_UNITS`): nsec, usec, msec, sec, min or hr. */
    public val timingUnits: String get() = get(Catalogue.timingUnits)

    /** [scientific] for times (`TIMING_SCIENTIFIC`, false). */
    public val timingScientific: Boolean get() = get(Catalogue.timingScientific)

    /** [precision] for memory, -1 for as there (`MEMORY_PRECISION`). */
    public val memoryPrecision: Int get() = get(Catalogue.memoryPrecision)

    /** [width] for memory, -1 for as there (`MEMORY_WIDTH`). */
    public val memoryWidth: Int get() = get(Catalogue.memoryWidth)

    /** The unit of memory in tables, empty for the one that fits (`MEMORY_UNITS`): B, KB, MB, GB or TB. */
    public val memoryUnits: String get() = get(Catalogue.memoryUnits)

    /** [scientific] for memory (`MEMORY_SCIENTIFIC`, false). */
    public val memoryScientific: Boolean get() = get(Catalogue.memoryScientific)

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
    internal fun further(): List<Setting<*>> = values.keys.filter { it !in Catalogue.settings }.sortedBy { it.name }

    /** The names of all settings of components that were set. */
    internal fun componentLists(): List<String> = values.keys.map { it.name }.filter { it.endsWith("_COMPONENTS") }

    @Suppress("UNCHECKED_CAST") // values are put in under settings of their type
    private fun <T : Any> get(setting: Setting<T>): T = (values[setting] ?: setting.default) as T

    public companion object {
        internal val DEFAULT = Settings(emptyMap())

        /** The settings of environment, system properties and file, and above them those that [builder] assigns; what is wrong there is left out. */
        @kotlin.jvm.JvmStatic
        public fun load(builder: SettingsBuilder): Settings = loadSettings(builder).settings
    }
}

/** The name of the setting that lists the components of the user bundle [label], empty for regions that name none. */
internal fun componentsSetting(label: String): String = if (label.isEmpty()) "COMPONENTS" else "${label.uppercase()}_COMPONENTS"
