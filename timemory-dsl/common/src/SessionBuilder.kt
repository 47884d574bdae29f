package timemory

import timemory.internal.callgraph.SessionActions
import timemory.internal.lean.*
import timemory.results.ResultsListener
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.spi.SessionListener

/**
 * Configures a session: its settings, the components of regions that do not name any, and callbacks for its start and end:
 * ```
 * Timemory.init {
 *     outputPath = "results"
 *     components(WallClock, queueDepth)
 *     onThreadStart { nameThread() }
 *     onSessionEnd { results -> check(results) }
 * }
 * ```
 * In Java: `SessionBuilder session = new SessionBuilder(); session.setOutputPath("results"); Timemory.init(session);`.
 *
 * The configuration applies to this session only; if a session is already running, it is ignored, which is reported. Exceptions thrown by
 * an action are reported, and measuring continues. For all sessions, use [Timemory.whenFinalized] and [SessionListener].
 *
 * ### Thread-safety
 * Not thread-safe. The actions may be called by several threads at once.
 */
public class SessionBuilder : SettingsBuilder() {
    private val starts = ArrayList<SessionAction>()
    private val threadStarts = ArrayList<ThreadAction>()
    private val ends = ArrayList<ResultsListener>()

    /**
     * Sets the components of regions that do not name any, on threads that have not chosen any. Registers them under their ids, so that
     * results can be read back and settings may name them.
     *
     * @throws IllegalArgumentException if there are none, or an id is taken by another component
     */
    public fun components(vararg types: ComponentType<*>) {
        require(types.isNotEmpty()) { "name the components, as in components(WallClock, PeakRss)" }
        types.forEach(Components::register)
        components = types.joinToString(",") { it.id }
    }

    /** Calls [action] when the session measures. */
    public fun onSessionStart(action: SessionAction) {
        starts.add(action)
    }

    /** Calls [action] on each thread before it records its first region: it should be fast. Virtual threads may call it more than once. */
    public fun onThreadStart(action: ThreadAction) {
        threadStarts.add(action)
    }

    /** Notifies [listener] of the session's results when they have been written. */
    public fun onSessionEnd(listener: ResultsListener) {
        ends.add(listener)
    }

    @OptIn(ExperimentalTimemoryApi::class)
    override fun sessionActions(): Any? {
        if (starts.isEmpty() && threadStarts.isEmpty() && ends.isEmpty()) return null
        // Copies, because the program may reuse the builder for another session while this one continues.
        val starts = starts.toList()
        val threadStarts = threadStarts.toList()
        val listener = object : SessionListener() {
            override fun started(settings: Settings) = starts.forEach { it.run(settings) }

            override fun threadStarted() = threadStarts.forEach { it.run() }

            override fun toString() = "an action of the session's builder"
        }
        return SessionActions(listener, ends.toList())
    }
}

/** Called when a session starts. */
public fun interface SessionAction {
    /** Called when the session measures, with its [settings]. */
    public fun run(settings: Settings)
}

/** Called when a thread starts to measure. */
public fun interface ThreadAction {
    /** Called on that thread. */
    public fun run()
}
