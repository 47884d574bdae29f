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
 * The stand-ins for other tools in `components/timemory-forwarding/native/test/c`: each compiled once, and loaded for the whole process to
 * see, as a launcher preloads the real ones. They write a line for each call, and end the process where a rule of the tool is broken.
 */
internal object StandIns {
    private const val RTLD_NOW_AND_GLOBAL = 0x102L
    private val SOURCES = "$repository/components/timemory-forwarding/native/test/c"
    private const val FOLDER = "target/stand-ins"
    private const val LOG = "$FOLDER/log"

    private val loaded = HashSet<String>()

    /** Loads that of [tool], called like its source; VTune's collector is named in the environment, as VTune does, and not loaded. */
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

    /** What was called of [tool] since the last time, each with the thread after it. */
    fun takeLines(tool: String): List<String> {
        val file = log(tool)
        val lines = if (shell("test -e $file && echo there").isBlank()) "" else readText(file)
        shell("rm -f $file")
        return lines.lines().filter { it.isNotEmpty() }
    }
}

/** What was called, without the thread. */
internal fun List<String>.calls(): List<String> = map { it.substringBeforeLast(" T") }

/** What each thread called, in the order of their numbers. */
internal fun List<String>.byThread(): List<List<String>> =
    groupBy { it.substringAfterLast(" T").toInt() }.entries.sortedBy { it.key }.map { it.value.calls() }

internal class ToolSession(val results: Results, val lines: List<String>) {
    val calls: List<String> get() = lines.calls()
}

/** A session with the stand-in [tool]; `null` where no library can be called, on Java 17: the reason of [type] is looked at then. */
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
