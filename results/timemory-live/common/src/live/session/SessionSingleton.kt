package timemory.live.session

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.addListener
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.results.ResultsListener

/**
 * Holds a single object per session whose settings ask for it. If several threads start a session at once, only the first call of [begin]
 * counts. The first one also registers [listener] for the ends of sessions.
 *
 * ### Thread-safety
 * Thread-safe.
 */
internal class SessionSingleton<T : Any>(private val listener: ResultsListener) {
    private val lock = Lock()
    private var isListening = false

    /** The object of the current session, which may be ending. */
    @Volatile
    var current: T? = null
        private set

    /** Creates the session's object with [make], under a lock, and returns it; `null` if another thread was first. */
    fun begin(make: () -> T): T? {
        var isRegistered = true
        val made = lock.hold {
            if (current != null) return null
            make().also {
                current = it
                isRegistered = isListening
                isListening = true
            }
        }
        if (!isRegistered) addListener(listener)
        return made
    }

    /** Removes and returns the session's object when the session ends, so that the next one starts without it. */
    fun take(): T? = lock.hold { current.also { current = null } }
}
