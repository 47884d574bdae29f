package timemory.forwarding

import kotlin.concurrent.Volatile
import timemory.internal.platform.Ffi
import timemory.internal.platform.ForeignFunction

/**
 * The library of another tool, looked up on first use: first in the process, where the tool's launcher or the program may have loaded it,
 * then by its file names.
 *
 * It is loaded by name only if that has no side effects. If loading starts a profiler, the library must already be loaded.
 *
 * @property tool the name of the tool, for messages
 * @property needed the functions that it must have; the first of them identifies it
 * @property names its file names, the newest first
 * @property isLoadedByName whether it is loaded if needed
 * @property missing what to do if it is missing, as a sentence
 */
internal open class ToolLibrary(
    val tool: String,
    private val needed: List<String>,
    private val names: List<String>,
    private val isLoadedByName: Boolean,
    private val missing: String,
) {
    /** The handle; [LoadedCode.PROCESS] if its functions have global visibility, which is never a real handle. */
    @Volatile
    private var handle: Long? = null

    /** Whether all functions were found, so that they need not be looked up again. */
    @Volatile
    private var isComplete = false

    /**
     * Returns why it cannot be used here; `null` if it can. Everything else may be used only if this is `null`. A missing library is looked
     * up again the next time, because the program may load it.
     */
    fun unavailable(): String? {
        if (isComplete) return refusal()
        Ffi.unavailable?.let { return it }
        val found = handle ?: locate()?.also { handle = it } ?: return missing
        val absent = needed.filter { LoadedCode.addressOf(found, it) == 0L }
        if (absent.isNotEmpty()) return "$tool's library in this process has no ${absent.joinToString()}: $missing"
        isComplete = true
        return refusal()
    }

    /** Returns why the library would do nothing although it is loaded; `null` if it works. */
    protected open fun refusal(): String? = null

    /** Takes no lock, because loading runs code of the library. Two threads at once find the same. */
    private fun locate(): Long? {
        if (isRecognisedIn(LoadedCode.PROCESS)) return LoadedCode.PROCESS
        val open = if (isLoadedByName) LoadedCode::open else LoadedCode::openIfLoaded
        return names.firstNotNullOfOrNull { name -> open(name).takeIf { it != 0L && isRecognisedIn(it) } }
    }

    private fun isRecognisedIn(handle: Long): Boolean = isRecognised { LoadedCode.addressOf(handle, it) != 0L }

    /** Returns whether a library with the symbols for which [has] returns `true` is this one. */
    protected open fun isRecognised(has: (symbol: String) -> Boolean): Boolean = has(needed.first())

    /** Returns the address of the function or variable [name]; 0 if the library does not have it. */
    fun addressOf(name: String): Long = LoadedCode.addressOf(handle ?: return 0L, name)

    /** Returns the function [name]; `null` if this version of the library does not have it. */
    fun optional(name: String): ForeignFunction? = addressOf(name).let { if (it == 0L) null else LoadedCode.functionAt(it) }

    fun function(name: String): ForeignFunction =
        optional(name) ?: throw UnsupportedOperationException("$tool's library has no function $name")
}
