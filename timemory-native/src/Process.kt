@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory.capi

import kotlin.concurrent.Volatile
import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.internal.NativePtr
import kotlinx.cinterop.CFunction
import kotlinx.cinterop.CPointer
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.invoke
import kotlinx.cinterop.toCPointer
import timemory.Timemory
import timemory.cinterop.linux.timemory_guard_end
import timemory.cinterop.linux.timemory_leave_function
import timemory.cinterop.linux.timemory_pass_function
import timemory.cinterop.linux.timemory_thread_began_function
import timemory.internal.callgraph.SessionHooks
import timemory.internal.platform.ApiWords
import timemory.results.Results
import timemory.results.ResultsListener

/*
 * c/process.c knows which threads are inside the library, and cinterop/linux/c/process_exit.c handles signals and exits. Neither can name
 * the functions of the other, so they exchange addresses here.
 */

/** Returns the number of calls refused since the last call of this function. */
@Volatile
private var takeRefused: CPointer<CFunction<() -> Int>>? = null

internal fun guardEnd(isInside: Long, ending: Long, dump: Long, refused: Long, ended: Long) {
    timemory_guard_end(isInside, ending, dump)
    takeRefused = refused.toCPointer()
    SessionHooks.onEnd { ended.toCPointer<CFunction<() -> Unit>>()!!.invoke() }
    ApiWords.initialize = "timemory_init_library()"
    ApiWords.popRegion = "timemory_pop_region"
    ApiWords.passSettings = "set it before the first region"
    Timemory.whenFinalized(EndOfSession)
}

internal fun endFunction(which: Int): Long = when (which) {
    0 -> timemory_pass_function()
    1 -> timemory_thread_began_function()
    else -> timemory_leave_function()
}

private const val REFUSED =
    "of the library were refused, and their regions are not recorded: they came from a signal handler, or a function of " +
        "a component, while the same thread was in a function of the library, or on one of its own threads"

internal fun tellRefused(): Unit = Mistakes.tell("calls $REFUSED")

/** Reports the number of refused calls, and measures throttled functions again in the next session. */
private object EndOfSession : ResultsListener {
    override fun ending() {
        val count = takeRefused?.invoke() ?: 0
        if (count > 0) Mistakes.tell("$count ${if (count == 1) "call" else "calls"} $REFUSED")
        ThrottledTraces.report()
    }

    override fun finalized(results: Results) {
        forgetTraces()
    }
}

internal fun writeBefore(call: NativePtr): Int = orTell(0) {
    if (!Timemory.isInitialized || !Timemory.settings.autoOutput) return 0
    val name = textAt(call)
    val why = if (name == "daemon") {
        "it continues in a forked process, which is not measured. Call it before the first region"
    } else {
        "the process is replaced by another program"
    }
    Mistakes.tell("$name: the results so far are written: $why")
    Timemory.finalize()
    1
}
