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

/** By now the runtime's threads exist, with signals blocked: the program's main thread gets its signal mask back. */
@Suppress("unused", "DEPRECATION") // deprecated until there is another way to run before main
@EagerInitialization
private val unblocked: Unit = timemory_unblock_signals()

/** Runs [action], which starts threads: they leave signals to the program's threads. */
internal fun <R> withSignalsBlocked(action: () -> R): R = memScoped {
    val before = alloc<sigset_t>()
    timemory_block_program_signals(before.ptr)
    try {
        action()
    } finally {
        pthread_sigmask(SIG_SETMASK, before.ptr, null)
    }
}
