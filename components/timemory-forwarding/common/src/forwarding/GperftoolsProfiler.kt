package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.activeSettings
import timemory.internal.platform.Ffi
import timemory.internal.platform.PerThread
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.textAt
import timemory.internal.platform.withMemory
import timemory.internal.platform.withText
import timemory.mpi.launched.Launched

/**
 * The CPU profiler of gperftools, which samples native stacks by the signal SIGPROF. If another profiler uses that signal, or this one is
 * already running, it is left alone.
 */
internal object GperftoolsCpu : ToolLibrary(
    "gperftools",
    listOf("ProfilerStartWithOptions", "ProfilerStop", "ProfilerFlush", "ProfilerRegisterThread", "ProfilerGetCurrentState"),
    CPU_FILES, isLoadedByName = true,
    "the gperftools CPU profiler was not found (tried ${CPU_FILES.joinToString()}; install libgoogle-perftools4, or " +
        "gperftools)",
) {
    private val registered = PerThread<Unit>()
    private val registerThread by lazy { function("ProfilerRegisterThread") }

    /** Whether it was started here, and so has to be stopped here. */
    @Volatile
    private var isOurs = false

    /** Completes the profile if a region is still open when the process ends. */
    private val stopsAtProcessEnd by lazy { SessionHooks.addShutdownHook { turn(false) } }

    /** Called once per thread: if the profiler uses per-thread timers, unregistered threads have none. */
    fun registerThread() {
        if (registered.get() != null) return
        registered.set(Unit)
        registerThread.call()
    }

    fun turn(isOn: Boolean): String? {
        if (!isOn) {
            if (!isOurs) return null
            isOurs = false
            function("ProfilerFlush").call()
            function("ProfilerStop").call()
            return null
        }
        if (state { Ffi.intAt(it) } != 0) return null
        stopsAtProcessEnd
        val file = ProfileFiles.next("gperftools_cpu_profiler", ".dat")
        isOurs = Ffi.withText(file) { function("ProfilerStartWithOptions").call(it, 0L).toInt() } != 0
        return if (isOurs) null else "gperftools cannot start its CPU profiler with the file $file: is another profiler using SIGPROF?"
    }

    fun samples(): Int = state { Ffi.intAt(it + SAMPLES) }

    /** `struct ProfilerState`: int enabled, time_t start, char name[1024], int samples. */
    private inline fun <R> state(read: (Long) -> R): R = Ffi.withMemory(STATE_BYTES) {
        function("ProfilerGetCurrentState").call(it)
        read(it)
    }

    private const val STATE_BYTES = 1048L
    private const val SAMPLES = 1040L
}

/** The heap profiler of gperftools, which works only if its `malloc` is that of the process: preloaded, or linked. */
internal object GperftoolsHeap : ToolLibrary(
    "gperftools", listOf("HeapProfilerStart", "HeapProfilerStop", "HeapProfilerDump", "IsHeapProfilerRunning", "GetHeapProfile"),
    listOf("libtcmalloc.so.4", "libtcmalloc.so"), isLoadedByName = false, NOT_PRELOADED,
) {
    @Volatile
    private var isOurs = false

    /** Completes the profile if a region is still open when the process ends. */
    private val stopsAtProcessEnd by lazy { SessionHooks.addShutdownHook { turn(false) } }

    /** If it were loaded later, it would run and see nothing: its `malloc` must be the one that everything calls. */
    override fun refusal(): String? {
        val malloc = LoadedCode.objectAt(LoadedCode.addressOf(LoadedCode.PROCESS, "malloc"))
        return if (malloc != 0L && malloc == LoadedCode.objectAt(addressOf("HeapProfilerStart"))) null else NOT_PRELOADED
    }

    fun turn(isOn: Boolean): String? {
        if (!isOn) {
            if (!isOurs) return null
            isOurs = false
            Ffi.withText("regions closed") { function("HeapProfilerDump").call(it) }
            function("HeapProfilerStop").call()
            return null
        }
        if (isRunning()) return null
        stopsAtProcessEnd
        val prefix = ProfileFiles.next("gperftools_heap_profiler", ".0001.heap").removeSuffix(".0001.heap")
        Ffi.withText(prefix) { function("HeapProfilerStart").call(it) }
        isOurs = isRunning()
        return if (isOurs) null else "gperftools cannot start its heap profiler with files $prefix.*"
    }

    private fun isRunning() = function("IsHeapProfilerRunning").call().toInt() != 0

    fun profile(): String {
        val text = function("GetHeapProfile").call()
        if (text == 0L) return ""
        try {
            return Ffi.textAt(text, Int.MAX_VALUE)
        } finally {
            // The `free` that matches the process's malloc, which may not be the C library's own.
            LoadedCode.functionOf(LoadedCode.PROCESS, "free")!!.call(text)
        }
    }
}

/** Chooses profile paths: unused names below the output path. */
private object ProfileFiles {
    /** Returns the first of `name_0.suffix`, `name_1.suffix` and so on that does not exist; in a parallel program `name_RANK_0.suffix`. */
    fun next(name: String, suffix: String): String {
        val folder = activeSettings.outputPath.trimEnd('/').ifEmpty { "/" }
        makeDirectories(folder)
        val environment = environmentVariables()
        val own = Launched.of(environment::get)?.let { "${name}_${it.rank}" } ?: name
        val there = listFiles(folder).toSet()
        val index = generateSequence(0) { it + 1 }.first { "${own}_$it$suffix" !in there }
        return "$folder/${own}_$index$suffix"
    }
}

private val CPU_FILES = listOf("libprofiler.so.0", "libprofiler.so")

private const val NOT_PRELOADED =
    "the gperftools heap profiler must be preloaded: start the program with LD_PRELOAD=libtcmalloc.so.4 (install " +
        "libgoogle-perftools4, or gperftools)"
