package timemory.capi

import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import timemory.internal.platform.printError

/** What programs do wrong, each told once on the standard error stream. */
internal object Mistakes : SynchronizedObject() {
    private val told = HashSet<String>()

    fun tell(sentence: String) {
        val isNew = synchronized(this) { told.size < LIMIT && told.add(sentence) }
        if (!isNew) return
        printError("timemory: $sentence")
    }

    private const val LIMIT = 1000
}
