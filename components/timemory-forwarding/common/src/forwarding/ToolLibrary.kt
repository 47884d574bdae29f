package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction

/**
 * The library of another tool, looked for when it is first needed: in the process first, where the tool's launcher or the program itself
 * may have put it, then by its names.
 *
 * It is loaded by name only where that does nothing but make functions known. Where it starts a profiler that nobody asked for, it has to
 * be there already.
 *
 * @property tool what the tool is called, for messages
 * @property needed the functions that it must have; by the first of them it is recognised
 * @property names of its file, the newest first
 * @property isLoadedByName whether it is loaded where it is not there yet
 * @property missing what to do where there is none, as a sentence
 */
internal open class ToolLibrary(
    val tool: String,
    private val needed: List<String>,
    private val names: List<String>,
    private val isLoadedByName: Boolean,
    private val missing: String,
) {
    /** Of the library; [LoadedCode.PROCESS] where its functions are there for all to see, which a handle of it never is. */
    @Volatile
    private var handle: Long? = null

    /** Whether all functions were found, and need not be looked for again. */
    @Volatile
    private var isComplete = false

    /**
     * Why it cannot be used here, `null` where it can; all else may be used only then. A library that is missing is looked for again the
     * next time, as the program may bring it.
     */
    fun unavailable(): String? {
        if (isComplete) return refusal()
        Ffi.unavailable?.let { return it }
        val found = handle ?: locate()?.also { handle = it } ?: return missing
        val absent = needed.filter { LoadedCode.addressOf(found, it) == 0L }
        if (absent.isNotEmpty()) return "the library of $tool in this process has no ${absent.joinToString()}: $missing"
        isComplete = true
        return refusal()
    }

    /** Why the library would do nothing, though it is there; `null` where it works. */
    protected open fun refusal(): String? = null

    /** Two threads that look at once find the same. No lock is held: loading runs code of the library. */
    private fun locate(): Long? {
        if (isRecognisedIn(LoadedCode.PROCESS)) return LoadedCode.PROCESS
        val open = if (isLoadedByName) LoadedCode::open else LoadedCode::openIfLoaded
        return names.firstNotNullOfOrNull { name -> open(name).takeIf { it != 0L && isRecognisedIn(it) } }
    }

    private fun isRecognisedIn(handle: Long): Boolean = isRecognised { LoadedCode.addressOf(handle, it) != 0L }

    /** Whether a library is this one, of whose symbols [has] knows which it has. */
    protected open fun isRecognised(has: (symbol: String) -> Boolean): Boolean = has(needed.first())

    /** Where the function or variable [name] lies, 0 where the library does not have it. */
    fun addressOf(name: String): Long = LoadedCode.addressOf(handle ?: return 0L, name)

    /** The function [name], `null` where this version of the library does not have it. */
    fun optional(name: String): ForeignFunction? = addressOf(name).let { if (it == 0L) null else LoadedCode.functionAt(it) }

    fun function(name: String): ForeignFunction =
        optional(name) ?: throw UnsupportedOperationException("the library of $tool has no function $name")
}
