@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class, ExperimentalStdlibApi::class, NativeRuntimeApi::class)

package timemory.internal.platform

import kotlin.experimental.ExperimentalNativeApi
import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi
import kotlin.random.Random
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.staticCFunction
import platform.posix.STDOUT_FILENO
import platform.posix.TIOCGWINSZ
import platform.posix.fflush
import platform.posix.fputs
import platform.posix.getpid
import platform.posix.ioctl
import platform.posix.isatty
import platform.posix.stderr
import platform.posix.stdout
import platform.posix.winsize
import timemory.cinterop.linux.timemory_stderr_takes_line
import timemory.cinterop.linux.timemory_watch_end
import timemory.cinterop.linux.tm_exit_has_dump
import timemory.cinterop.linux.tm_exit_is_by_crash
import timemory.cinterop.linux.tm_exit_keep_known_text
import timemory.cinterop.linux.tm_exit_memory_left
import timemory.cinterop.linux.tm_exit_set_dump_path
import timemory.cinterop.linux.tm_exit_write_results

internal actual fun processId(): Long = getpid().toLong()

internal actual fun randomText(): String = Random.nextLong().toULong().toString(36)

/** A stream without a reader blocks a thread that reports something for at most a second; what it does not accept is lost. */
internal actual fun printError(text: String) {
    if (!timemory_stderr_takes_line()) return
    withFileSizeErrors {
        fputs(text + "\n", stderr)
        fflush(stderr)
    }
}

internal actual fun printNotice(text: String) = printError(text)

internal actual fun printOutput(text: String) {
    withFileSizeErrors {
        fputs(text + "\n", stdout)
        fflush(stdout)
    }
}

private var writeAtEnd: () -> Unit = {}

/**
 * `on_exit` covers normal exits and `exitProcess`, and a thread waits for signals (docs/dev/process-exit.md). An uncaught exception ends
 * the process without either, so it has a hook.
 */
internal actual fun atProcessEnd(signals: EndSignals, emergencyFile: String, write: () -> Unit) {
    writeAtEnd = write
    tm_exit_set_dump_path(emergencyFile)
    val status = timemory_watch_end(staticCFunction<Unit> { writeWithMemoryLeft() }, signals.ordinal)
    if (status != 0) printError("timemory: signals will not write the results: the thread for that could not be started (error $status)")
    writeBeforeUncaughtException()
}

/**
 * If the memory of the process is limited, garbage is collected earlier than Kotlin would, because Kotlin first uses more memory, and
 * aborts if there is none.
 */
private fun writeWithMemoryLeft() {
    val left = tm_exit_memory_left()
    if (left >= 0L && !tm_exit_is_by_crash()) {
        GC.collect() // which would wait for a thread that crashed in Kotlin code
        val used = GC.lastGCInfo?.memoryUsageAfter?.get("heap")?.totalObjectsSizeBytes ?: 0L
        GC.autotune = false
        GC.targetHeapBytes = used + maxOf(MIN_HEAP_BYTES, left / 4)
        GC.pauseOnTargetHeapOverflow = true
    }
    writeAtEnd()
}

private const val MIN_HEAP_BYTES = 4L shl 20

internal actual fun cacheForCrashDump(text: () -> String) {
    if (!tm_exit_has_dump()) tm_exit_keep_known_text(text())
}

private var hook: ReportUnhandledExceptionHook? = null

/**
 * Without a hook, Kotlin reports the exception and aborts the process, whichever thread or coroutine threw it; with one, it leaves that to
 * the hook. So ours ends the process in the same way, unless the program has a hook of its own: that one decides, whether it was set before
 * ours or after. The recorded data is then written when the process ends.
 */
private fun writeBeforeUncaughtException() {
    val earlier = getUnhandledExceptionHook()
    val ours: ReportUnhandledExceptionHook = { failure -> endByException(failure, earlier) }
    hook = ours
    setUnhandledExceptionHook(ours)
}

private fun endByException(failure: Throwable, earlier: ReportUnhandledExceptionHook?) {
    if (earlier != null) return earlier(failure)
    if (getUnhandledExceptionHook() !== hook) return // called by a hook that the program set later, which without us would have found none
    tm_exit_write_results()
    terminateWithUnhandledException(failure)
}

internal actual fun runtimeFacts(): List<Pair<String, String>> = listOf("KOTLIN_VERSION" to KotlinVersion.CURRENT.toString())

internal actual fun terminalColumns(): Int? = memScoped {
    val size = alloc<winsize>()
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ.toULong(), size.ptr) != 0) return null
    size.ws_col.toInt().takeIf { it > 0 } ?: 80
}

internal actual val targetName: String get() = "native"
