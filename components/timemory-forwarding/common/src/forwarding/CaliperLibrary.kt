package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.withText

/**
 * Caliper's annotation interface. Caliper's own configuration decides what it does with annotations (`CALI_CONFIG=runtime-report`, or
 * [CaliperConfig]).
 *
 * Regions are values of one attribute, `timemory`, nested by thread, so that they mix with the program's own annotations.
 */
internal object CaliperLibrary : ToolLibrary(
    "Caliper", listOf("cali_init", "cali_create_attribute", "cali_begin_string"), CALIPER_FILES, isLoadedByName = true,
    "Caliper was not found (tried ${CALIPER_FILES.joinToString()}): build it from github.com/LLNL/Caliper as a shared " +
        "library; if it is elsewhere, add its folder to LD_LIBRARY_PATH",
) {
    /** The open ranges of both Caliper components: values must end in reverse order. */
    val ranges = ThreadRanges(isOrdered = true, isOnce = false) {
        initialized
        null
    }

    private val initialized by lazy { function("cali_init").call() }

    private val beginString by lazy { function("cali_begin_string") }
    private val beginInt by lazy { function("cali_begin_int") }
    private val end by lazy { function("cali_end") }

    /** A function that newer versions of Caliper lack: it checks the value that ends. */
    private val safeEndString by lazy { optional("cali_safe_end_string") }

    /** The attribute whose values are the regions. */
    private val regions by lazy { Ffi.withText("timemory") { function("cali_create_attribute").call(it, STRING, NESTED or THREAD) } }

    /** Caliper's own attribute for loops, if it has one; its ID is set by `cali_init`. */
    private val loops by lazy { addressOf("cali_loop_attr_id").let { if (it == 0L) regions else Ffi.longAt(it) } }

    private val naming = Lock()
    private val iterations = HashMap<Long, Long>()

    fun beginRegion(label: Long) {
        beginString.call(regions, label)
    }

    fun endRegion(label: Long): Unit = endString(regions, label)

    fun beginLoop(label: Long) {
        beginString.call(loops, label)
    }

    fun endLoop(label: Long): Unit = endString(loops, label)

    private fun endString(attribute: Long, label: Long) {
        safeEndString?.call(attribute, label) ?: end.call(attribute)
    }

    /** Returns the attribute for the iteration numbers of the loop [label]. */
    fun iterationsOf(label: Long): Long {
        naming.hold { iterations[label] }?.let { return it }
        val attribute = function("cali_make_loop_iteration_attribute").call(label) // the same for the same label
        naming.hold { iterations[label] = attribute }
        return attribute
    }

    fun beginIteration(attribute: Long, index: Int) {
        beginInt.call(attribute, index.toLong())
    }

    fun endIteration(attribute: Long) {
        end.call(attribute)
    }

    /** `CALI_TYPE_STRING`, `CALI_ATTR_NESTED` and `CALI_ATTR_SCOPE_THREAD` of `cali_types.h`. */
    private const val STRING = 4L
    private const val NESTED = 256L
    private const val THREAD = 20L
}

/** The C functions of Caliper's `ConfigManager`, a C++ class: they are part of the Fortran interface. */
internal object CaliperConfigManager : ToolLibrary(
    "Caliper", listOf("cali_ConfigManager_new", "cali_ConfigManager_add", "cali_ConfigManager_start", "cali_ConfigManager_flush"),
    CALIPER_FILES, isLoadedByName = true,
    "Caliper has no C functions for its ConfigManager (tried ${CALIPER_FILES.joinToString()}): build Caliper with " +
        "-DWITH_FORTRAN=ON, or configure it with the environment variable CALI_CONFIG",
) {
    /** A `cali_ConfigManager`, an address and a number that Caliper fills in; never freed. */
    private var manager = 0L

    /** Replaced with each change of what is wanted, by the thread that turns the switch. */
    private var added = ""

    @Volatile
    private var isMeasuring = false

    /** Makes Caliper write its results if a region is still open when the process ends. */
    private val stopsAtProcessEnd by lazy { SessionHooks.addShutdownHook { turn(false, "") } }

    /** Starts measuring with [configuration], or writes results and stops. Returns an error message, `null` if there is none. */
    fun turn(isOn: Boolean, configuration: String): String? {
        if (!isOn) {
            if (!isMeasuring) return null
            isMeasuring = false
            function("cali_ConfigManager_flush").call(manager)
            optional("cali_ConfigManager_stop")?.call(manager)
            return null
        }
        if (configuration.isEmpty()) return "caliper_config does nothing because nothing is configured: call CaliperConfig.configure"
        if (configuration != added) make(configuration)?.let { return it }
        stopsAtProcessEnd
        function("cali_ConfigManager_start").call(manager)
        isMeasuring = true
        return null
    }

    private fun make(configuration: String): String? {
        if (manager != 0L) optional("cali_ConfigManager_delete")?.call(manager)
        manager = 0L
        added = ""
        val made = Ffi.allocate(MANAGER_BYTES)
        function("cali_ConfigManager_new").call(made)
        Ffi.withText(configuration) { function("cali_ConfigManager_add").call(made, it) }
        if (optional("cali_ConfigManager_error")?.call(made)?.let { it and 0xFF != 0L } == true) { // a bool
            return "Caliper rejected the configuration '$configuration'"
        }
        manager = made
        added = configuration
        return null
    }

    private const val MANAGER_BYTES = 16L
}

private val CALIPER_FILES = listOf("libcaliper.so.2", "libcaliper.so")
