@file:OptIn(ExperimentalForeignApi::class)

package timemory.live

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.toKString
import platform.posix.EALREADY
import platform.posix.EBUSY
import platform.posix.SIGUSR1
import platform.posix.SIGUSR2
import platform.posix.strerror
import timemory.cinterop.signal.timemory_await_signal
import timemory.cinterop.signal.timemory_hear_signal
import timemory.internal.platform.printError
import timemory.internal.platform.printNotice
import timemory.internal.platform.startThread
import timemory.internal.text.printable

private const val SETTING = "timemory: TIMEMORY_LIVE_SIGNAL"

/**
 * The handler and the thread that waits for it stay until the process ends: if they were removed with the session, a signal sent a moment
 * later would kill the process.
 */
internal actual fun openOnSignal(name: String) {
    val short = name.uppercase().removePrefix("SIG")
    val number = when (short) {
        "USR1" -> SIGUSR1
        "USR2" -> SIGUSR2
        else -> return printError("$SETTING: '${printable(name)}' is not a supported signal: use USR1 or USR2")
    }
    when (val status = timemory_hear_signal(number)) {
        0 -> if (!startThread("timemory-signal") { while (true) switchWhenItComes() }) printError("$SETTING: no thread could be started")
        EALREADY -> Unit // from an earlier session
        EBUSY -> printError("$SETTING: the program uses SIG$short itself; TIMEMORY_LIVE_SOCKET=true opens the socket at once")
        else -> printError("$SETTING: SIG$short cannot be received: ${strerror(status)?.toKString()}")
    }
}

private fun switchWhenItComes() {
    timemory_await_signal()
    try {
        if (LiveSocket.path != null) {
            LiveSocket.close()
            printNotice("timemory: live socket closed")
        } else {
            printNotice("timemory: live socket open at ${printable(LiveSocket.openIn(null, byProgram = true))}")
        }
    } catch (failure: IllegalStateException) {
        printError("timemory: the live socket cannot be opened: ${failure.message ?: failure}")
    }
}
