@file:OptIn(ExperimentalForeignApi::class, ExperimentalNativeApi::class)

package timemory

import kotlin.experimental.ExperimentalNativeApi
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import kotlinx.cinterop.staticCFunction
import platform.posix.SIGINT
import platform.posix.SIGTERM
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
import timemory.cinterop.linux.timemory_at_exit
import timemory.cinterop.linux.timemory_die_by_signal
import timemory.cinterop.linux.timemory_open_signal_pipe
import timemory.cinterop.linux.timemory_start_thread
import timemory.cinterop.linux.timemory_take_signal
import timemory.cinterop.linux.timemory_wait_for_signal

internal actual fun processId(): Long = getpid().toLong()

internal actual fun printError(text: String) {
    fputs(text + "\n", stderr)
    fflush(stderr)
}

internal actual fun printOutput(text: String) {
    fputs(text + "\n", stdout)
    fflush(stdout)
}

private var writeAtEnd: () -> Unit = {}

/**
 * `atexit` covers the normal end and `exitProcess`; an uncaught exception ends the process without it, so that has a hook of its own,
 * in front of the one that was there. Signals are taken by a thread that waits for them, see `linux.def`.
 */
internal actual fun atProcessEnd(onSignals: Boolean, write: () -> Unit) {
    writeAtEnd = write
    timemory_at_exit(staticCFunction<Unit> { writeAtEnd() })
    writeBeforeUncaughtException()
    if (onSignals) writeOnSignals()
}

private fun writeBeforeUncaughtException() {
    var earlier: ReportUnhandledExceptionHook? = null
    earlier = setUnhandledExceptionHook { failure ->
        writeAtEnd()
        val next = earlier
        if (next != null) {
            next(failure)
        } else {
            printError("Uncaught Kotlin exception: " + failure.stackTraceToString())
        }
    }
}

private fun writeOnSignals() {
    if (timemory_open_signal_pipe() != 0) return
    val waiting = timemory_start_thread(
        staticCFunction<Unit> {
            val signal = timemory_wait_for_signal()
            if (signal > 0) {
                writeAtEnd()
                timemory_die_by_signal(signal)
            }
        },
    )
    if (waiting != 0) return
    timemory_take_signal(SIGTERM)
    timemory_take_signal(SIGINT)
}

internal actual fun runtimeFacts(): List<Pair<String, String>> = listOf("KOTLIN_VERSION" to KotlinVersion.CURRENT.toString())

internal actual fun terminalColumns(): Int? = memScoped {
    val size = alloc<winsize>()
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ.toULong(), size.ptr) != 0) return null
    size.ws_col.toInt().takeIf { it > 0 } ?: 80
}
