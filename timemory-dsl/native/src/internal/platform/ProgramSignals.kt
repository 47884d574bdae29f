@file:OptIn(ExperimentalForeignApi::class, ExperimentalStdlibApi::class)

package timemory.internal.platform

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.SIG_SETMASK
import platform.posix.pthread_sigmask
import platform.posix.sigset_t
import timemory.cinterop.linux.timemory_block_program_signals
import timemory.cinterop.linux.timemory_unblock_signals

/** The runtime's threads are there by now, without any signal: the main thread of the program gets back what it had. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to run before main
@EagerInitialization
private val unblocked: Unit = timemory_unblock_signals()

/** Does [action], which starts threads: they leave signals to the program's. */
internal fun <R> withSignalsBlocked(action: () -> R): R = memScoped {
    val before = alloc<sigset_t>()
    timemory_block_program_signals(before.ptr)
    try {
        action()
    } finally {
        pthread_sigmask(SIG_SETMASK, before.ptr, null)
    }
}
