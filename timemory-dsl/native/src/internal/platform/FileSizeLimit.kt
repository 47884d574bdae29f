@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.ptr
import platform.posix.SIGXFSZ
import platform.posix.SIG_BLOCK
import platform.posix.SIG_SETMASK
import platform.posix.pthread_sigmask
import platform.posix.sigaddset
import platform.posix.sigemptyset
import platform.posix.sigset_t
import platform.posix.sigtimedwait
import platform.posix.timespec

/**
 * Runs [action], which writes files. A file that reaches the limit of the process (`ulimit -f`) is an error for it. Otherwise it would
 * raise SIGXFSZ, which terminates even a program that writes no files itself.
 */
internal inline fun <R> withFileSizeErrors(action: () -> R): R = memScoped {
    val signal = alloc<sigset_t>()
    sigemptyset(signal.ptr)
    sigaddset(signal.ptr, SIGXFSZ)
    val before = alloc<sigset_t>()
    pthread_sigmask(SIG_BLOCK, signal.ptr, before.ptr)
    try {
        action()
    } finally {
        // The kernel sends it to the writing thread: it is consumed before it can be delivered.
        val atOnce = alloc<timespec>()
        atOnce.tv_sec = 0
        atOnce.tv_nsec = 0
        sigtimedwait(signal.ptr, null, atOnce.ptr)
        pthread_sigmask(SIG_SETMASK, before.ptr, null)
    }
}
