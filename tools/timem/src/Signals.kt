@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.SIGCONT
import platform.posix.SIGHUP
import platform.posix.SIGINT
import platform.posix.SIGKILL
import platform.posix.SIGQUIT
import platform.posix.SIGSTOP
import platform.posix.SIGTERM
import platform.posix.SIGTSTP
import platform.posix.SIGTTIN
import platform.posix.SIGTTOU
import platform.posix.SIGUSR1
import platform.posix.SIGUSR2
import timemory.timem.linux.timem_await_signal
import timemory.timem.linux.timem_begin
import timemory.timem.linux.timem_signal_name

/**
 * timem's handling of signals: it forwards them to the command and survives them, so that it can report. Signals from the terminal, by
 * Ctrl-C or Ctrl-Z, are sent to the command directly, which is in the same process group.
 */
internal object Signals {
    private val USUAL = listOf(SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGCONT, SIGTSTP)

    /** Signals that timem survives even if they are not forwarded, because the command gets them from the terminal or stops on them. */
    private val OUTLIVED = listOf(SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU)

    /** Signals after which no further run of the command is started. */
    private val ENDING = setOf(SIGHUP, SIGINT, SIGQUIT, SIGTERM)

    /** Whether one of the signals that end programs has arrived. */
    var isEnding = false
        private set

    fun begin(forwarded: Set<Int>?) {
        val failure = timem_begin()
        if (failure != 0) throw Failure("signals cannot be set up: ${timemory.internal.platform.errorText(-failure)}")
        val passed = forwarded ?: USUAL.toSet()
        for (signal in passed + OUTLIVED) {
            if (signal != SIGKILL && signal != SIGSTOP) timem_await_signal(signal, if (signal in passed) 1 else 0)
        }
    }

    fun received(signal: Int) {
        if (signal in ENDING) isEnding = true
    }
}

/** `TERM` for 15; empty if it has no name. */
internal fun signalName(number: Int): String = timem_signal_name(number)?.toKString().orEmpty()
