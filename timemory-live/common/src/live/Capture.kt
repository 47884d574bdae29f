package timemory.live

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmStatic
import timemory.CallContext
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.forgetGraphsOf
import timemory.results.Results

/**
 * What one piece of work measures, kept apart from everything else that the process measures: a task of a cluster, a test, a request.
 * ```
 * val capture = Capture.begin() ?: return work()
 * capture.within { work() }
 * val results = capture.end()
 * ```
 * The regions that work opens [within] it hang below nothing, and are in the results of [end], in no others: neither in those of the
 * process nor in its snapshots. So are those of threads and coroutines that the work was handed on to by [CallContext] and what builds on
 * it; that go on when it has ended they measure for the process again.
 *
 * Samples that fell in it are in the results of the process, outside of all regions. Its problems are those of the process too.
 *
 * ### Thread-safety
 * Any number of threads may be within one at once. It costs memory and some microseconds of its own: it is for work that takes
 * milliseconds.
 */
@ExperimentalTimemoryApi
public class Capture private constructor(private val session: Session) {
    /** Where the work's regions hang: to be handed to whoever does part of it. */
    public val context: CallContext = CallContext(session, session.paths.root)

    @Volatile
    private var isOver = false

    /** Runs [block], which must not suspend, as part of the work. */
    public inline fun <R> within(block: () -> R): R = context.within(block)

    /** The calling thread does part of the work from now on, until the same thread closes what is returned. */
    public fun enter(): AutoCloseable {
        val frame = context.enter()
        return AutoCloseable { if (frame != null) context.leave(frame) }
    }

    /**
     * Ends it, and returns what was measured, with the values so far of regions that are open still. To be called once.
     *
     * @throws IllegalStateException when called again
     */
    public fun end(): Results {
        check(!isOver) { "the capture has ended, and its results were returned" }
        isOver = true
        session.openLaps.awaitClosed()
        session.calibrate()
        session.end()
        SessionHooks.beforeResults(session, isEnd = false)
        try {
            return session.collect()
        } finally {
            session.release()
            forgetGraphsOf(session)
        }
    }

    public companion object {
        /** The calling thread's graph in [session], where that goes on: made or lent where it has none. */
        private fun graphIn(session: Session): ThreadGraph? {
            if (session.ended || !session.isPart && session !== activeSession()) return null
            return session.graphsNow().firstOrNull { it.owner.isCurrent() && !it.isIdle } ?: session.register(isPrimary = false)
        }

        /** One that begins now; `null` where nothing is measured in this process. */
        @JvmStatic
        public fun begin(): Capture? {
            val whole = activeSession() ?: return null
            SessionHooks.otherGraph = ::graphIn
            return Capture(Session(whole.settings, whole).also { it.begin() })
        }
    }
}
