package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmField
import timemory.internal.lean.*
import timemory.internal.platform.Lock
import timemory.internal.platform.hold
import timemory.internal.platform.printError
import timemory.internal.problems.activeProblems
import timemory.output.CompactFacts
import timemory.results.CallGraph
import timemory.settings.Settings
import timemory.spi.SessionListener

/**
 * Callbacks of other modules for the start and end of a session, and for process exit: components that read their settings, hold back
 * values until results are made, or leave something open; and owners of results that are not written yet. There are usually none: a module
 * that needs them registers when it is first used.
 */
internal object SessionHooks {
    private val lock = Lock()
    private var configurations: List<(Settings) -> Unit> = emptyList()
    private var companions: List<(Session) -> Unit> = emptyList()
    private var collections: List<(Session, Boolean) -> Unit> = emptyList()
    private var releases: List<(Session) -> Unit> = emptyList()

    @Volatile
    private var listeners: List<SessionListener> = emptyList()

    /** Notified on a thread of the graph that it uses from now on, after [Session.sampler]. Called without a lock. */
    @Volatile
    @JvmField
    var graphListeners: List<(ThreadGraph) -> Unit> = emptyList()

    /** Adds or removes [graphListeners]. */
    fun changeGraphListeners(change: (List<(ThreadGraph) -> Unit>) -> List<(ThreadGraph) -> Unit>) =
        lock.hold { graphListeners = change(graphListeners) }

    /** The calling thread's graph in another session than its current one; `null` if that records nothing. Set once there are parts. */
    @Volatile
    @JvmField
    var otherGraph: ((Session) -> ThreadGraph?)? = null

    /** The recorded time series of the process: adds its graphs to those that results are made of, and is part of them. */
    @Volatile
    @JvmField
    var series: ((Session, ArrayList<CallGraph>) -> CompactFacts?)? = null

    @Volatile
    private var lastActions: List<() -> Unit> = emptyList()

    /** Calls [action] with the settings of the current session, if any, and of each new one. It must not throw. */
    fun onBegin(action: (Settings) -> Unit) {
        lock.hold { configurations = configurations + action }
        sessionSettings()?.let(action)
    }

    /**
     * Lets [action] start something that runs as long as a session does: in each new session, and in the current one. It waits until
     * earlier sessions have ended entirely, so that their ends do not stop anything in this one. It must not throw.
     */
    fun onSessionStart(action: (Session) -> Unit) {
        lock.hold { companions = companions + action }
        activeSession()?.let { whenAlone(it, action, action) }
    }

    /**
     * Calls [action] before results are made, with the session and whether it ends; if so, no region is recorded any more, otherwise
     * threads continue measuring. It must not throw.
     */
    fun onResults(action: (session: Session, isEnd: Boolean) -> Unit) = lock.hold { collections = collections + action }

    /**
     * Calls [action] with a session that ended, once its results have been read. Another session may be running by then that needs the same
     * resources. It must not throw.
     */
    fun onEnd(action: (Session) -> Unit) = lock.hold { releases = releases + action }

    /**
     * Calls [action] at process exit, after the session's end, if there was ever a session. It must not throw.
     */
    fun addShutdownHook(action: () -> Unit) = lock.hold { lastActions = lastActions + action }

    /** Removes the [action] passed to [addShutdownHook]. */
    fun removeShutdownHook(action: () -> Unit) {
        lock.hold { lastActions = lastActions - action }
        releaseProcessHooks()
    }

    /** Whether something is to be done at process exit. */
    val hasLastActions: Boolean get() = lastActions.isNotEmpty()

    fun processEnds() {
        for (action in lastActions) action()
    }

    fun begins(settings: Settings) {
        for (action in lock.hold { configurations }) begin(action, settings)
    }

    /** [session] is now the running session. */
    fun measures(session: Session) {
        for (action in lock.hold { companions }) whenAlone(session, action, action)
        tell(session) { it.started(session.settings) }
    }

    fun add(listener: SessionListener) = lock.hold { listeners = listeners + listener }

    fun remove(listener: SessionListener) = lock.hold { listeners = listeners.filter { it !== listener } }

    /** Exceptions of a listener do not reach the program, which may be opening its first region. */
    private inline fun tell(session: Session, call: (SessionListener) -> Unit) {
        val own = session.actions
        for (listener in if (own == null) listeners else listeners + own.listener) {
            try {
                call(listener)
            } catch (failure: Throwable) {
                reportFailure(listener, failure)
            }
        }
    }

    private fun reportFailure(listener: SessionListener, failure: Throwable) =
        activeProblems().report("session listener") { "session listener $listener failed, and measuring continues: $failure" }

    /** The calling thread uses [graph] from now on. Called without a lock. */
    fun threadStarts(graph: ThreadGraph) {
        for (listener in graphListeners) listener(graph)
        tell(graph.session) { it.threadStarted() }
    }

    /** Failures to start are reported, and the program, which may be opening its first region, continues. */
    fun <T> begin(action: (T) -> Unit, argument: T) {
        try {
            action(argument)
        } catch (failure: Throwable) {
            printError("timemory: a part of timemory could not be started: $failure")
        }
    }

    fun beforeResults(session: Session, isEnd: Boolean) {
        for (action in lock.hold { collections }) action(session, isEnd)
        if (!session.isPart) tell(session) { it.beforeResults(isEnd) }
    }

    fun ended(session: Session) {
        for (action in lock.hold { releases }) action(session)
        tell(session) { it.ended() }
    }
}
