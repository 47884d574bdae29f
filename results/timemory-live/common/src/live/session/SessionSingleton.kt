package timemory.live.session

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.addListener
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.results.ResultsListener

/**
 * What there is one of in a session whose settings ask for it. Where several threads begin a session at once, each says so, and the first
 * one counts. From the first one on, [listener] hears of the ends of sessions.
 *
 * ### Thread-safety
 * May be called from any thread.
 */
internal class SessionSingleton<T : Any>(private val listener: ResultsListener) {
    private val lock = Lock()
    private var isListening = false

    /** That of the session that goes on, or ends. */
    @Volatile
    var current: T? = null
        private set

    /** A session begins: the one that [make] makes; `null` where another thread was first. [make] runs under a lock. */
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

    /** The session ends: that of it, which is none of the next. */
    fun take(): T? = lock.hold { current.also { current = null } }
}
