package timemory

import kotlin.test.assertEquals
import kotlin.test.assertTrue
import timemory.internal.callgraph.Availability
import timemory.internal.platform.Ffi
import timemory.internal.platform.readText
import timemory.internal.platform.withText
import timemory.repository
import timemory.results.Results
import timemory.settings.SettingsBuilder

/**
 * The stand-ins for other tools in `components/timemory-forwarding/native/test/c`: each is compiled once, and loaded with global
 * visibility, like the real ones that a launcher preloads. They write a line for each call, and end the process if a rule of the tool is
 * broken.
 */
internal object StandIns {
    private const val RTLD_NOW_AND_GLOBAL = 0x102L
    private val SOURCES = "$repository/components/timemory-forwarding/native/test/c"
    private const val FOLDER = "target/stand-ins"
    private const val LOG = "$FOLDER/log"

    private val loaded = HashSet<String>()

    /**
     * Loads the stand-in of [tool], named like its source; VTune's collector is named in the environment, as VTune does, and not loaded.
     */
    fun load(tool: String) {
        if (tool == "likwid") likwidVariables.forEach { setVariable(it, "1") }
        if (!loaded.add(tool)) return
        val library = compile(tool)
        if (tool == "itt") {
            setVariable("INTEL_LIBITTNOTIFY64", library)
        } else {
            val open = Ffi.find(null, "dlopen")!!
            assertTrue(Ffi.withText(library) { open.call(it, RTLD_NOW_AND_GLOBAL) } != 0L, "$library is not loaded")
        }
        Availability.changed()
    }

    val likwidVariables = listOf(
        "LIKWID_MODE", "LIKWID_EVENTS", "LIKWID_THREADS", "LIKWID_FILEPATH", "LIKWID_GEVENTS", "LIKWID_GPUS", "LIKWID_GPUFILEPATH",
    )

    fun setVariable(name: String, value: String) {
        Ffi.withText(name) { n -> Ffi.withText(value) { v -> Ffi.find(null, "setenv")!!.call(n, v, 1L) } }
    }

    fun removeVariable(name: String) {
        Ffi.withText(name) { Ffi.find(null, "unsetenv")!!.call(it) }
    }

    private fun compile(tool: String): String {
        val library = "$FOLDER/lib$tool.so"
        val said = shell(
            "mkdir -p $FOLDER && rm -f ${log(tool)} && \${KONAN_CC:-gcc} -std=gnu11 -O1 -Wall -Wextra -Werror -shared -fPIC -o $library " +
                "$SOURCES/$tool.c -lpthread && echo done",
        )
        assertEquals("done", said.trim())
        setVariable("STAND_IN_LOG", LOG)
        return library
    }

    private fun log(tool: String) = "$LOG-$tool"

    /** Returns the calls to [tool] since the last time, each followed by its thread. */
    fun takeLines(tool: String): List<String> {
        val file = log(tool)
        val lines = if (shell("test -e $file && echo there").isBlank()) "" else readText(file)
        shell("rm -f $file")
        return lines.lines().filter { it.isNotEmpty() }
    }
}

/** The calls, without their threads. */
internal fun List<String>.calls(): List<String> = map { it.substringBeforeLast(" T") }

/** Returns the calls of each thread, in order of thread number. */
internal fun List<String>.byThread(): List<List<String>> =
    groupBy { it.substringAfterLast(" T").toInt() }.entries.sortedBy { it.key }.map { it.value.calls() }

internal class ToolSession(val results: Results, val lines: List<String>) {
    val calls: List<String> get() = lines.calls()
}

/**
 * Runs a session with the stand-in [tool]. Returns `null` if no library can be called, on Java 17; the reason that [type] gives is checked
 * then.
 */
internal fun toolSession(
    type: ComponentType<*>,
    tool: String,
    configure: SettingsBuilder.() -> Unit = {},
    program: () -> Unit,
): ToolSession? {
    if (Ffi.unavailable != null) {
        assertTrue("Foreign Function and Memory API" in type.unavailableReason()!!, "${type.unavailableReason()}")
        println("skipped: ${Ffi.unavailable}")
        return null
    }
    StandIns.load(tool)
    StandIns.takeLines(tool)
    val results = session(configure) { program() }
    return ToolSession(results, StandIns.takeLines(tool))
}
