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
 * What other modules have to do at the start and end of a session, and at the end of the process: components that read their settings, keep
 * values back until results are made, or leave something open; and owners of results that are not written yet. Usually there is nothing: a
 * module that needs it registers when it is first used.
 */
internal object SessionHooks {
    private val lock = Lock()
    private var configurations: List<(Settings) -> Unit> = emptyList()
    private var companions: List<(Session) -> Unit> = emptyList()
    private var collections: List<(Session, Boolean) -> Unit> = emptyList()
    private var releases: List<(Session) -> Unit> = emptyList()

    @Volatile
    private var listeners: List<SessionListener> = emptyList()

    /** Hear from a thread of the graph that it has from now on, after [Session.sampler]. Called without a lock. */
    @Volatile
    @JvmField
    var graphListeners: List<(ThreadGraph) -> Unit> = emptyList()

    /** Adds to [graphListeners], or takes from them. */
    fun changeGraphListeners(change: (List<(ThreadGraph) -> Unit>) -> List<(ThreadGraph) -> Unit>) =
        lock.hold { graphListeners = change(graphListeners) }

    /** The calling thread's graph in another session than it is in, `null` where that records nothing. Set once there are parts. */
    @Volatile
    @JvmField
    var otherGraph: ((Session) -> ThreadGraph?)? = null

    /** What was recorded of the process over time: adds its graphs to those that results are made of, and is part of them. */
    @Volatile
    @JvmField
    var series: ((Session, ArrayList<CallGraph>) -> CompactFacts?)? = null

    @Volatile
    private var lastActions: List<() -> Unit> = emptyList()

    /** Has [action] called with the settings of each session that begins, and of the one that is there. It must not throw. */
    fun onBegin(action: (Settings) -> Unit) {
        lock.hold { configurations = configurations + action }
        sessionSettings()?.let(action)
    }

    /**
     * Has [action] start what runs as long as a session does: in each session that begins, and in the one that is there. It waits until the
     * sessions before have ended entirely, so that their ends stop nothing of this one. It must not throw.
     */
    fun onSessionStart(action: (Session) -> Unit) {
        lock.hold { companions = companions + action }
        activeSession()?.let { whenAlone(it, action, action) }
    }

    /**
     * Has [action] called before results are made, with the session and whether it ends; if so, no region is recorded any more, otherwise
     * threads continue measuring. It must not throw.
     */
    fun onResults(action: (session: Session, isEnd: Boolean) -> Unit) = lock.hold { collections = collections + action }

    /**
     * Has [action] called with a session that ended, once its results have been read. Another session may measure by then, which needs what
     * it uses. It must not throw.
     */
    fun onEnd(action: (Session) -> Unit) = lock.hold { releases = releases + action }

    /**
     * Has [action] called at the end of the process, after the session's, which there need not be; only once there was one. It must not
     * throw.
     */
    fun addShutdownHook(action: () -> Unit) = lock.hold { lastActions = lastActions + action }

    /** Undoes [addShutdownHook] of the same object. */
    fun removeShutdownHook(action: () -> Unit) {
        lock.hold { lastActions = lastActions - action }
        releaseProcessHooks()
    }

    /** Whether something is to be done at the end of the process. */
    val hasLastActions: Boolean get() = lastActions.isNotEmpty()

    fun processEnds() {
        for (action in lastActions) action()
    }

    fun begins(settings: Settings) {
        for (action in lock.hold { configurations }) begin(action, settings)
    }

    /** [session] is the one that measures. */
    fun measures(session: Session) {
        for (action in lock.hold { companions }) whenAlone(session, action, action)
        tell(session) { it.started(session.settings) }
    }

    fun add(listener: SessionListener) = lock.hold { listeners = listeners + listener }

    fun remove(listener: SessionListener) = lock.hold { listeners = listeners.filter { it !== listener } }

    /** What a listener throws does not reach the program, which may be opening its first region. */
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

    /** The calling thread has [graph] from now on. Called without a lock. */
    fun threadStarts(graph: ThreadGraph) {
        for (listener in graphListeners) listener(graph)
        tell(graph.session) { it.threadStarted() }
    }

    /** What cannot start is reported, and the program, which may be opening its first region, continues. */
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
