@file:OptIn(ExperimentalForeignApi::class)

package timemory.capi

import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import kotlinx.cinterop.ExperimentalForeignApi
import platform.posix.fflush
import platform.posix.fputs
import platform.posix.stderr

/** What programs do wrong, each told once on the standard error stream. */
internal object Mistakes : SynchronizedObject() {
    private val told = HashSet<String>()

    fun tell(sentence: String) {
        val isNew = synchronized(this) { told.size < LIMIT && told.add(sentence) }
        if (!isNew) return
        fputs("timemory: $sentence\n", stderr)
        fflush(stderr)
    }

    private const val LIMIT = 1000
}
