package timemory

import timemory.internal.callgraph.SessionActions
import timemory.internal.lean.*
import timemory.results.ResultsListener
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.spi.SessionListener

/**
 * Says how a session measures: its settings, the components of regions that name none, and what is called as it begins and ends:
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
 * What is given here belongs to this session alone; where one measures already, it is not used, which is reported. What an action throws is
 * reported, and measuring continues. For all sessions there are [Timemory.whenFinalized] and [SessionListener].
 *
 * ### Thread-safety
 * To be used by one thread. The actions are called by any, several at once.
 */
public class SessionBuilder : SettingsBuilder() {
    private val starts = ArrayList<SessionAction>()
    private val threadStarts = ArrayList<ThreadAction>()
    private val ends = ArrayList<ResultsListener>()

    /**
     * Chooses the components of regions that name none, on threads that chose none. Makes them known by their ids, so that results can be
     * read back and settings may name them.
     *
     * @throws IllegalArgumentException if there are none, or an id is taken by another component
     */
    public fun components(vararg types: ComponentType<*>) {
        require(types.isNotEmpty()) { "name the components, as in components(WallClock, PeakRss)" }
        types.forEach(Components::register)
        components = types.joinToString(",") { it.id }
    }

    /** Has [action] called once the session measures. */
    public fun onSessionStart(action: SessionAction) {
        starts.add(action)
    }

    /** Has [action] called by each thread before it records its first region: be quick. More than once by virtual threads. */
    public fun onThreadStart(action: ThreadAction) {
        threadStarts.add(action)
    }

    /** Has [listener] told of the session's results, when they have been written. */
    public fun onSessionEnd(listener: ResultsListener) {
        ends.add(listener)
    }

    @OptIn(ExperimentalTimemoryApi::class)
    override fun sessionActions(): Any? {
        if (starts.isEmpty() && threadStarts.isEmpty() && ends.isEmpty()) return null
        // Copies: the session continues while the program may use the builder for another one.
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
    /** The session measures with [settings]. */
    public fun run(settings: Settings)
}

/** Called when a thread starts to measure. */
public fun interface ThreadAction {
    /** Called by the thread. */
    public fun run()
}
