package timemory.forwarding

import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.Ffi
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.withMemory

/**
 * LIKWID's marker interface: it counts on the hardware thread that a region runs on, and writes a file that `likwid-perfctr` reads at the
 * end.
 *
 * It works only if `likwid-perfctr -m` started the program, which sets some variables. Without them LIKWID prints that it does nothing and
 * rejects every call, so it is not called at all.
 */
internal object LikwidLibrary : ToolLibrary(
    "LIKWID",
    listOf(
        "likwid_markerInit", "likwid_markerThreadInit", "likwid_markerRegisterRegion", "likwid_markerStartRegion",
        "likwid_markerStopRegion", "likwid_markerGetRegion", "likwid_markerClose",
    ),
    LIKWID_FILES,
    isLoadedByName = true,
    "LIKWID was not found (tried ${LIKWID_FILES.joinToString()}; install likwid, and start the program with " +
        "`likwid-perfctr -C 0 -g CLOCK -m program`)",
) {
    private val registering = Lock()
    private val registered = HashSet<Long>()

    private val startRegion by lazy { function("likwid_markerStartRegion") }
    private val stopRegion by lazy { function("likwid_markerStopRegion") }
    private val registerRegion by lazy { function("likwid_markerRegisterRegion") }
    private val affinity by lazy { Ffi.find(null, "sched_getaffinity")!! }

    /** Runs once, on the first thread. */
    private val initialized by lazy {
        function("likwid_markerInit").call()
        val close = function("likwid_markerClose")
        SessionHooks.addShutdownHook { close.call() }
    }

    override fun refusal(): String? = refusalOf("LIKWID", "LIKWID_MODE LIKWID_EVENTS LIKWID_THREADS LIKWID_FILEPATH")

    /** LIKWID's ranges may overlap, but a thread can start a region only once. */
    val ranges = ThreadRanges(isOrdered = false, isOnce = true) {
        initialized
        function("likwid_markerThreadInit").call()
        if (isPinned()) null else NOT_PINNED
    }

    /** Whether the calling thread can run on one hardware thread only: LIKWID counts for that, including other threads on it. */
    private fun isPinned(): Boolean = Ffi.withMemory(MASK_BYTES) { mask ->
        val status = affinity.call(0L, MASK_BYTES, mask).toInt()
        status != 0 || (0 until MASK_BYTES step 8L).sumOf { Ffi.longAt(mask + it).countOneBits() } == 1
    }

    fun start(tag: Long) {
        val isNew = registering.hold { registered.add(tag) }
        if (isNew) registerRegion.call(tag)
        check("likwid_markerStartRegion", startRegion.call(tag))
    }

    fun stop(tag: Long): Unit = check("likwid_markerStopRegion", stopRegion.call(tag))

    fun reset(tag: Long): Unit = check("likwid_markerResetRegion", function("likwid_markerResetRegion").call(tag))

    fun nextGroup() {
        function("likwid_markerNextGroup").call()
    }

    /** Calls `likwid_markerGetRegion(tag, int* events, double* values, double* time, int* count)`, with room for [MAX_EVENTS]. */
    fun read(tag: Long): LikwidRegion = Ffi.withMemory(ROOM) { memory ->
        val time = memory + 8L
        val count = memory + 16L
        val values = memory + 24L
        Ffi.putInt(memory, MAX_EVENTS)
        function("likwid_markerGetRegion").call(tag, memory, values, time, count)
        val events = Ffi.intAt(memory).coerceIn(0, MAX_EVENTS)
        LikwidRegion(List(events) { doubleAt(values + it * 8L) }, doubleAt(time), Ffi.intAt(count))
    }

    private fun check(function: String, status: Long) {
        check(status.toInt() >= 0) { "LIKWID's $function failed with error ${status.toInt()}" }
    }

    private fun doubleAt(address: Long) = Double.fromBits(Ffi.longAt(address))

    private const val MAX_EVENTS = 32
    private const val ROOM = 24L + MAX_EVENTS * 8L
    private const val MASK_BYTES = 1024L
    private const val NOT_PINNED =
        "regions are not reported to LIKWID on threads that may run on several hardware threads, which LIKWID counts separately: " +
            "pin them, as `likwid-perfctr -C 0-3 -m` does"
}

/** The same for NVIDIA GPUs, if LIKWID was built with support for them. The functions were renamed in version 5.3. */
internal object LikwidGpuLibrary : ToolLibrary(
    "LIKWID", emptyList(), LIKWID_FILES, isLoadedByName = true,
    "LIKWID was not found with support for NVIDIA GPUs (tried ${LIKWID_FILES.joinToString()}; build likwid with " +
        "NVIDIA_INTERFACE=true, and start the program with `likwid-perfctr -G 0 -W FLOPS_SP -m program`)",
) {
    private val registering = Lock()
    private val regions = HashMap<Long, RefCountedToggle>()
    private val registered = HashSet<Long>()

    private val startRegion by lazy { marker("StartRegion") }
    private val stopRegion by lazy { marker("StopRegion") }

    private val initialized by lazy {
        marker("Init").call()
        val close = marker("Close")
        SessionHooks.addShutdownHook { close.call() }
    }

    override fun isRecognised(has: (symbol: String) -> Boolean): Boolean = PREFIXES.any { has("${it}StartRegion") }

    override fun refusal(): String? = refusalOf("LIKWID's GPU part", "LIKWID_GEVENTS LIKWID_GPUS LIKWID_GPUFILEPATH")

    private fun marker(name: String) =
        PREFIXES.firstNotNullOfOrNull { optional(it + name) } ?: throw UnsupportedOperationException("LIKWID has no nvmon_marker$name")

    /** Returns the toggle of a region. Regions are not per thread: one lasts while it is open on any thread. */
    fun region(tag: Long): RefCountedToggle = registering.hold { regions.getOrPut(tag) { RefCountedToggle { turn(tag, it) } } }

    private fun turn(tag: Long, isOn: Boolean): String? {
        initialized
        if (isOn && registering.hold { registered.add(tag) }) marker("RegisterRegion").call(tag)
        val status = (if (isOn) startRegion else stopRegion).call(tag).toInt()
        return if (status >= 0) null else "LIKWID's GPU part failed with error $status to ${if (isOn) "start" else "stop"} a region"
    }

    fun reset(tag: Long) {
        marker("ResetRegion").call(tag)
    }

    private val PREFIXES = listOf("nvmon_marker", "likwid_gpuMarker")
}

private val LIKWID_FILES = listOf("liblikwid.so.5.5", "liblikwid.so.5.4", "liblikwid.so.5.3", "liblikwid.so.5.2", "liblikwid.so")

private fun refusalOf(part: String, variables: String): String? {
    val absent = variables.split(' ').filter { LoadedCode.environment(it) == null }
    if (absent.isEmpty()) return null
    return "$part measures nothing in this process because ${absent.joinToString()} is not set: start the program with `likwid-perfctr -m`"
}
