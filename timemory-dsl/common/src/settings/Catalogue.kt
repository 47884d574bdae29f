package timemory

/** Every setting there is. Names and defaults are timemory's where it has the setting. */
internal object Catalogue {
    private val all = ArrayList<Setting<*>>()

    val settings: List<Setting<*>> get() = all

    val enabled = add(flag("ENABLED", true))
    val configFile = add(text("CONFIG_FILE", ""))
    val maxDepth = add(number("MAX_DEPTH", 65_535, 1..Int.MAX_VALUE))
    val maxNodes = add(number("MAX_NODES", 200_000, 1..Int.MAX_VALUE))
    val components = add(text("COMPONENTS", ""))
    val globalComponents = add(text("GLOBAL_COMPONENTS", ""))
    val flatProfile = add(flag("FLAT_PROFILE", false))
    val timelineProfile = add(flag("TIMELINE_PROFILE", false))
    val collapseThreads = add(flag("COLLAPSE_THREADS", true))
    val addSecondary = add(flag("ADD_SECONDARY", true))
    val wallClockSource = add(choice("WALL_CLOCK_SOURCE", "monotonic", listOf("tsc")))
    val enableSignalHandler = add(flag("ENABLE_SIGNAL_HANDLER", true))
    val autoOutput = add(flag("AUTO_OUTPUT", true))
    val coutOutput = add(flag("COUT_OUTPUT", true))
    val fileOutput = add(flag("FILE_OUTPUT", true))
    val textOutput = add(flag("TEXT_OUTPUT", true))
    val jsonOutput = add(flag("JSON_OUTPUT", true))
    val treeOutput = add(flag("TREE_OUTPUT", true))
    val timeOutput = add(flag("TIME_OUTPUT", false))
    val outputPath = add(text("OUTPUT_PATH", "timemory-output"))
    val outputPrefix = add(text("OUTPUT_PREFIX", ""))
    val timeFormat = add(
        Setting(
            "TIME_FORMAT",
            "%F_%I.%M_%p",
            "made of text and ${TimeFormat.CONVERSIONS}",
            parse = { it },
            accepts = { TimeFormat.isValid(it) },
        ),
    )
    val precision = add(number("PRECISION", -1, -1..17))
    val width = add(number("WIDTH", -1, -1..100))
    val maxWidth = add(number("MAX_WIDTH", 120, 20..10_000))
    val scientific = add(flag("SCIENTIFIC", false))
    val timingPrecision = add(number("TIMING_PRECISION", -1, -1..17))
    val timingWidth = add(number("TIMING_WIDTH", -1, -1..100))
    val timingUnits = add(unit("TIMING_UNITS", Quantity.TIME))
    val timingScientific = add(flag("TIMING_SCIENTIFIC", false))
    val memoryPrecision = add(number("MEMORY_PRECISION", -1, -1..17))
    val memoryWidth = add(number("MEMORY_WIDTH", -1, -1..100))
    val memoryUnits = add(unit("MEMORY_UNITS", Quantity.MEMORY))
    val memoryScientific = add(flag("MEMORY_SCIENTIFIC", false))

    private fun <T : Any> add(setting: Setting<T>): Setting<T> = setting.also { all.add(it) }

    fun find(name: String): Setting<*>? = all.firstOrNull { it.name == name } ?: if (name.endsWith("_COMPONENTS")) componentsOf(name) else null

    private val componentLists = HashMap<String, Setting<String>>()
    private val adding = Lock()

    /** The setting with [name] that lists the components of a user bundle: there are as many as programs want. */
    fun componentsOf(name: String): Setting<String> = adding.hold {
        (all.firstOrNull { it.name == name } ?: componentLists.getOrPut(name) { text(name, "") }) as Setting<String>
    }

    /** Settings that timemory for C++ has and this version does not: told apart from a name that is only mistyped. */
    val notOffered: Set<String> = (
        "VERBOSE SUPPRESS_CONFIG SUPPRESS_PARSING DEBUG BANNER COLLAPSE_PROCESSES MAX_THREAD_BOOKMARKS CPU_AFFINITY TARGET_PID " +
            "STACK_CLEARING THROTTLE_COUNT THROTTLE_VALUE ENABLE_ALL_SIGNALS DISABLE_ALL_SIGNALS " +
            "DESTRUCTOR_REPORT DART_OUTPUT PLOT_OUTPUT DIFF_OUTPUT FLAMEGRAPH_OUTPUT " +
            "CTEST_NOTES INPUT_PATH INPUT_PREFIX INPUT_EXTENSIONS SEPARATOR_FREQ MPI_INIT MPI_FINALIZE MPI_THREAD " +
            "MPI_THREAD_TYPE UPCXX_INIT UPCXX_FINALIZE NODE_COUNT PAPI_EVENTS PAPI_THREADING PAPI_MULTIPLEXING " +
            "PAPI_FAIL_ON_ERROR PAPI_QUIET PAPI_ATTACH PAPI_OVERFLOW CUDA_EVENT_BATCH_SIZE NVTX_MARKER_DEVICE_SYNC " +
            "CUPTI_ACTIVITY_LEVEL CUPTI_ACTIVITY_KINDS CUPTI_EVENTS CUPTI_METRICS CUPTI_DEVICE ROOFLINE_MODE " +
            "ROOFLINE_MODE_CPU ROOFLINE_MODE_GPU ROOFLINE_EVENTS_CPU ROOFLINE_EVENTS_GPU ROOFLINE_TYPE_LABELS " +
            "INSTRUCTION_ROOFLINE ERT_NUM_THREADS ERT_NUM_STREAMS ERT_GRID_SIZE ERT_BLOCK_SIZE ERT_ALIGNMENT " +
            "ERT_MIN_WORKING_SIZE ERT_MAX_DATA_SIZE ERT_SKIP_OPS"
        ).split(' ').toSet()
}
