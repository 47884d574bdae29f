@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlin.native.concurrent.ThreadLocal
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.IntVar
import kotlinx.cinterop.alloc
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.nativeHeap
import kotlinx.cinterop.ptr
import kotlinx.cinterop.value
import platform.posix.PTHREAD_MUTEX_RECURSIVE
import platform.posix.getpid
import platform.posix.pthread_mutex_init
import platform.posix.pthread_mutex_lock
import platform.posix.pthread_mutex_t
import platform.posix.pthread_mutex_unlock
import platform.posix.pthread_mutexattr_init
import platform.posix.pthread_mutexattr_settype
import platform.posix.pthread_mutexattr_t
import timemory.cinterop.linux.TIMEMORY_STORES_MOVE
import timemory.cinterop.linux.timemory_new_thread
import timemory.cinterop.linux.timemory_order_loads
import timemory.cinterop.linux.timemory_order_stores
import timemory.cinterop.linux.timemory_thread_lives
import timemory.cinterop.linux.tm_exit_await_latch
import timemory.cinterop.linux.tm_exit_is_latch_open
import timemory.cinterop.linux.tm_exit_open_latch
import timemory.cinterop.linux.tm_exit_pause
import timemory.cinterop.linux.tm_exit_thread_began

/*
 * No variable of this file needs to be initialised at run time: every function in such a file first checks whether that was done, and
 * functions of this one are called by every region.
 */

@ThreadLocal
private var thisThread: Long = 0L

internal actual fun isOnMainThread(): Boolean = currentThreadId() and KERNELS == getpid().toLong()

/** The bits of a thread's id that contain the kernel's thread ID. */
private const val KERNELS = 0x7FFF_FFFFL

internal actual const val hasVirtualThreads: Boolean = false

internal actual fun isOnVirtualThread(): Boolean = false

internal actual class ThreadHandle private constructor(private val id: Long) {
    actual constructor() : this(currentThreadId())

    actual fun isCurrent(): Boolean = thisThread == id

    /** The kernel may reuse the ID for a later thread: this one then seems to live until that one ends, which only delays merging. */
    actual fun isAlive(): Boolean = id > 0L && timemory_thread_lives(id and KERNELS) != 0

    actual val name: String get() = (id and KERNELS).let { if (it == getpid().toLong()) "main" else "thread $it" }

    actual companion object {
        actual val NOBODY: ThreadHandle = ThreadHandle(-1L)
    }
}

private fun currentThreadId(): Long {
    if (thisThread == 0L) {
        thisThread = timemory_new_thread()
        tm_exit_thread_began()
        NativeThreadMemory.threadBegan()
    }
    return thisThread
}

internal actual fun isStackNearlyFull(): Boolean = false

/** A recursive mutex. Locks live as long as the process or a session, so its memory is never freed. */
internal actual class Lock actual constructor() {
    private val mutex = nativeHeap.alloc<pthread_mutex_t>().also { mutex ->
        memScoped {
            val attributes = alloc<pthread_mutexattr_t>()
            pthread_mutexattr_init(attributes.ptr)
            pthread_mutexattr_settype(attributes.ptr, PTHREAD_MUTEX_RECURSIVE.toInt())
            pthread_mutex_init(mutex.ptr, attributes.ptr)
        }
    }

    /** Every caller releases it, so no count is needed: in native code no error comes between the two. */
    actual fun depth(): Int = 0

    actual fun lock() {
        pthread_mutex_lock(mutex.ptr)
    }

    actual fun releaseTo(depth: Int) {
        pthread_mutex_unlock(mutex.ptr)
    }
}

/*
 * x86-64 keeps stores in order; only the compiler may reorder them, and it does not move them across the surrounding calls: starting and
 * stopping a component calls into C, and storing a reference into the runtime. AArch64 has a fence.
 */
internal actual fun orderStores() {
    if (TIMEMORY_STORES_MOVE != 0u) timemory_order_stores()
}

internal actual fun orderLoads() = timemory_order_loads()

internal actual fun pause(microseconds: Int) {
    tm_exit_pause(microseconds)
}

/** A futex. Like locks, it is never freed: there is one for each end of a session. */
internal actual class Latch actual constructor() {
    private val word = nativeHeap.alloc<IntVar>().also { it.value = 0 }

    actual val isOpen: Boolean get() = tm_exit_is_latch_open(word.ptr)

    actual fun open() = tm_exit_open_latch(word.ptr)

    actual fun await(microseconds: Int) = tm_exit_await_latch(word.ptr, microseconds)
}

internal actual val writersAtOnce: Int get() = 1
