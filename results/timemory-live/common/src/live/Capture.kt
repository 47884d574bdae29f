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
 * Measures one piece of work, such as a cluster task, a test or a request, separately from the rest of the process.
 * ```
 * val capture = Capture.begin() ?: return work()
 * capture.within { work() }
 * val results = capture.end()
 * ```
 * The regions that work opens [within] it are roots, and are only in the results of [end], not in those of the process or in its snapshots.
 * The same applies to threads and coroutines to which the work was propagated by [CallContext] and everything based on it; if they continue
 * after its end, they measure for the process again.
 *
 * Samples taken during the capture are in the results of the process, outside all regions, unless it [begin]s with samples. Its problems
 * are reported for the process too.
 *
 * ### Thread-safety
 * Any number of threads may be in a capture at the same time. A capture costs memory and some microseconds, so use it for work that takes
 * milliseconds.
 */
@ExperimentalTimemoryApi
public class Capture private constructor(private val session: Session) {
    /** The parent of the work's regions: to be passed to code that does part of it. */
    public val context: CallContext = CallContext(session, session.paths.root)

    @Volatile
    private var isOver = false

    /** Runs [block], which must not suspend, as part of the work. */
    public inline fun <R> within(block: () -> R): R = context.within(block)

    /** Lets the calling thread do part of the work, until it closes the returned object. Closing it again has no effect. */
    public fun enter(): AutoCloseable {
        var frame = context.enter()
        return AutoCloseable { frame?.also { frame = null }?.let(context::leave) }
    }

    /**
     * Ends the capture and returns its results, including the values so far of regions that are still open. Call it once.
     *
     * @throws IllegalStateException if called again
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
            // A thread that is still within the capture needs its graph to leave it.
            if (!isWithin()) forgetGraphsOf(session)
        }
    }

    private fun isWithin() = currentGraph?.let { it.session === session && it.frame != null } == true

    /**
     * Ends the capture before the caller closes its outermost regions: nested regions that are still open count as open, the outermost do
     * not.
     */
    @InternalTimemoryApi
    public fun endWithOutermost(): Results = end().also { results ->
        for (graph in results.graphs) for (node in graph.root.children) node.inclusive.endOpenLaps()
    }

    /**
     * Returns the label of the innermost open region of the calling thread, which must be in the capture; `null` if there is none, or only
     * the outermost one, [own].
     */
    @InternalTimemoryApi
    public fun leftOpen(own: String): String? {
        val path = currentGraph?.top?.path ?: return null
        val isOwn = path.depth == 0 || path.depth == 1 && path.label == own
        return if (isOwn) null else path.label
    }

    /**
     * Returns whether [endWithOutermost] can distinguish the calling thread's outermost region from those inside it. It cannot if one of
     * the region's components has no value before the lap ends, such as rates and counters, or in a flat profile, in which all regions are
     * siblings.
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
     * Returns the samples of a capture that began with samples; `null` if there are none. Call it once, after [end] and [readSamples]:
     * later samples are in the results of the process, outside all regions.
     */
    public fun samples(): Results? {
        val collector = session.newCollector()
        session.whole?.sampler?.takePart(session.paths.root, collector)
        val graphs = collector.callGraphs(session.ids)
        return if (graphs.isEmpty()) null else Results(graphs, processId(), threadCount = 1, problems = emptyList())
    }

    public companion object {
        /** Returns the calling thread's graph in [session] if the session is still running, creating one if needed. */
        private fun graphIn(session: Session): ThreadGraph? {
            if (session.ended || !session.isPart && session !== activeSession()) return null
            // The thread is about to leave its current call path.
            currentGraph?.let { it.watch?.changes(it) }
            return session.graphOfThisThread() ?: newGraphIn(session)
        }

        private fun newGraphIn(session: Session): ThreadGraph {
            val graph = session.register(isPrimary = false)
            session.whole?.sampler?.begins(graph)
            return graph
        }

        /**
         * Begins a capture; returns `null` if the process does not measure anything.
         *
         * @param withSamples whether samples of components such as `cpu_samples` or `TIMEMORY_SAMPLING` are kept for [samples], which must
         * then be called. Only on the JVM, and only if the process is already being sampled
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
         * Reads the process's samples so far, for [samples] of captures that have ended. Reading [all] takes milliseconds, or tenths of a
         * second if the Flight Recorder samples often; otherwise only cheap sources are read.
         *
         * @return how long ago a capture must have ended for its samples to be complete, in nanoseconds; -1 if nothing is sampled
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
