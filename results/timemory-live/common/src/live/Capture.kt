package timemory.live

import kotlin.concurrent.Volatile
import kotlin.jvm.JvmOverloads
import kotlin.jvm.JvmStatic
import timemory.CallContext
import timemory.ExperimentalTimemoryApi
import timemory.InternalTimemoryApi
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SessionHooks
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.activeSession
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.forgetGraphsOf
import timemory.internal.platform.processId
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
 * Samples that fell in it are in the results of the process, outside of all regions, unless it [begin]s with samples of its own. Its problems
 * are those of the process too.
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

    /** The calling thread does part of the work from now on, until the same thread closes what is returned; closing it again does nothing. */
    public fun enter(): AutoCloseable {
        var frame = context.enter()
        return AutoCloseable { frame?.also { frame = null }?.let(context::leave) }
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
            // A thread that is still within it finds the way back by its graph.
            if (!isWithin()) forgetGraphsOf(session)
        }
    }

    private fun isWithin() = currentGraph?.let { it.session === session && it.frame != null } == true

    /**
     * As [end], for work that is over with its outermost regions, which the caller closes after this: those inside that were left open count
     * as open, the outermost do not.
     */
    @InternalTimemoryApi
    public fun endWithOutermost(): Results = end().also { results ->
        for (graph in results.graphs) for (node in graph.root.children) node.inclusive.endOpenLaps()
    }

    /**
     * The label of the innermost region that is open on the calling thread, which is in the capture; `null` if none is, or only the
     * outermost one, [own].
     */
    @InternalTimemoryApi
    public fun leftOpen(own: String): String? {
        val path = currentGraph?.top?.path ?: return null
        val isOwn = path.depth == 0 || path.depth == 1 && path.label == own
        return if (isOwn) null else path.label
    }

    /**
     * Whether [endWithOutermost] can tell the outermost region open on the calling thread from those inside it: not if a component of it
     * has no value before its lap ends, as rates and counters, nor in a flat profile, where all regions are beside each other.
     */
    @InternalTimemoryApi
    public fun canEndWithOutermost(): Boolean {
        var node = currentGraph?.top ?: return false
        if (node.path.depth == 1) return false
        while (node.path.depth != 1) {
            node = node.outer ?: return false
            if (node.path.depth == 0) return false
        }
        return node.components.all { it == null || it.openLap() != null }
    }

    /**
     * What was sampled in it, for one that began so; `null` where nothing was. To be called once, after its [end], when samples have been
     * read ([readSamples]): those that come later are in the results of the process, outside of all regions.
     */
    public fun samples(): Results? {
        val collector = session.newCollector()
        session.whole?.sampler?.takePart(session.paths.root, collector)
        val graphs = collector.callGraphs(session.ids)
        return if (graphs.isEmpty()) null else Results(graphs, processId(), threadCount = 1, problems = emptyList())
    }

    public companion object {
        /** The calling thread's graph in [session], where that goes on: made or lent where it has none. */
        private fun graphIn(session: Session): ThreadGraph? {
            if (session.ended || !session.isPart && session !== activeSession()) return null
            // The thread is about to leave the place where it stands.
            currentGraph?.let { it.watch?.changes(it) }
            return session.graphOfThisThread() ?: newGraphIn(session)
        }

        private fun newGraphIn(session: Session): ThreadGraph {
            val graph = session.register(isPrimary = false)
            session.whole?.sampler?.begins(graph)
            return graph
        }

        /**
         * One that begins now; `null` where nothing is measured in this process.
         *
         * @param withSamples whether what is sampled in it, by components such as `cpu_samples` or `TIMEMORY_SAMPLING`, is kept for [samples],
         *     which is to be asked for then: on the JVM, where something samples the process already
         */
        @JvmStatic
        @JvmOverloads
        public fun begin(withSamples: Boolean = false): Capture? {
            val whole = activeSession() ?: return null
            SessionHooks.otherGraph = ::graphIn
            val session = Session(whole.settings, whole)
            if (withSamples) whole.sampler?.opensPart(session.paths.root)
            session.begin()
            return Capture(session)
        }

        /**
         * Reads what was sampled in the process, for [samples] of captures that have ended: all of it, which takes milliseconds or, where
         * the Flight Recorder samples often, tenths of a second; otherwise what costs little.
         *
         * @return how long ago a capture must have ended for its samples to be known, in nanoseconds; -1 where nothing is sampled
         */
        @JvmStatic
        public fun readSamples(all: Boolean): Long {
            val session = activeSession() ?: return -1L
            val sampler = session.sampler ?: return -1L
            if (!all) return sampler.refresh()
            SessionHooks.beforeResults(session, isEnd = false)
            return 0L
        }
    }
}
