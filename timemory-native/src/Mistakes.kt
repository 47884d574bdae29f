package timemory.capi

import kotlinx.atomicfu.locks.SynchronizedObject
import kotlinx.atomicfu.locks.synchronized
import timemory.internal.platform.printError

/** Usage errors of programs, each reported once to stderr. */
internal object Mistakes : SynchronizedObject() {
    private val told = HashSet<String>()

    fun tell(sentence: String) {
        val isNew = synchronized(this) { told.size < LIMIT && told.add(sentence) }
        if (!isNew) return
        printError("timemory: $sentence")
    }

    private const val LIMIT = 1000
}
