package timemory

import kotlin.contracts.ExperimentalContracts
import kotlin.contracts.InvocationKind
import kotlin.contracts.contract
import kotlin.jvm.JvmStatic
import kotlin.jvm.JvmSynthetic
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.graphForFrame
import timemory.internal.callgraph.inSession
import timemory.internal.callgraph.isInitialized
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stillRecorded
import timemory.spi.ContextScope

/**
 * A captured position in the call graph, to be restored elsewhere: regions of work that runs [within] it are recorded below the region that
 * requested the work, not below the regions of the thread that runs it. This is the basis of context propagation:
 * ```
 * val here = CallContext.current()
 * thread { here.within { work() } }
 * ```
 * The JVM has wrappers for executors, futures and streams: `ContextPropagation`.
 *
 * Propagated regions run concurrently with their parent, so their values are not subtracted from its exclusive value, unless the same
 * thread runs them inside the parent after all.
 *
 * ### Thread-safety
 * Immutable; may be used by any number of threads, any number of times.
 */
public class CallContext internal constructor(private val session: Session?, private val path: CallPath?) {
    /**
     * Runs [block] with its regions recorded below this position, and returns its value. The block must not suspend a coroutine; if it
     * does, that is reported once.
     */
    @JvmSynthetic // Java has `ContextPropagation.wrap`
    @OptIn(ExperimentalContracts::class)
    public inline fun <R> within(block: () -> R): R {
        contract { callsInPlace(block, InvocationKind.EXACTLY_ONCE) }
        val frame = if (recording) enter() else null
        try {
            return block()
        } finally {
            if (frame != null) leave(frame)
        }
    }

    /** Opens a frame on the calling thread; `null` if nothing is recorded or this context belongs to an earlier session. */
    @PublishedApi
    internal fun enter(): ContextFrame? {
        if (path == null) return null
        val here = graphForFrame() ?: return null
        val graph = here.session.unlessOutOfMemory { here.inSession(session) } ?: return null
        val frame = graph.session.unlessOutOfMemory { graph.push(graph.propagated(path), null) } ?: return null
        try {
            if (graph !== here) frame.comeFrom(here)
        } catch (failure: Throwable) {
            graph.pop(frame) // the caller never receives it, so it cannot end it
            throw failure
        }
        return frame
    }

    @PublishedApi
    internal fun leave(frame: ContextFrame) {
        if (!stillRecorded(frame.graph)) return frame.goBack()
        val session = frame.graph.session
        if (frame.isOpen && frame.graph.owner.isCurrent()) return frame.graph.pop(frame)
        session.unlessOutOfMemory { reportSuspended(session) }
    }

    private fun reportSuspended(session: Session) = session.problems.report("carried position") {
        "work propagated to $this was suspended: regions that it opens afterwards are recorded elsewhere. In a coroutine, propagate by " +
            "launching another coroutine"
    }

    /**
     * Records the calling thread's regions below this position until the same thread closes the returned object: [within] for frameworks
     * with callbacks at the start and end of work. Returns `null` if nothing is recorded, or if this context belongs to an earlier session;
     * `use` and try-with-resources accept that.
     */
    @ExperimentalTimemoryApi
    public fun makeCurrent(): ContextScope? = ContextScope(this, (if (recording) enter() else null) ?: return null)

    /** The labels of the regions around this position, outermost first; empty outside all regions. */
    @ExperimentalTimemoryApi
    public val labels: List<String>
        get() {
            val labels = ArrayList<String>()
            var step = path
            while (step?.parent != null) {
                labels.add(0, step.label)
                step = step.parent
            }
            return labels
        }

    internal fun strand(): Strand = Strand(session, path)

    override fun toString(): String = path?.let { "position $it" } ?: "no position"

    public companion object {
        /** Returns the position below which the calling thread would now open a region. Does not start a session. */
        @JvmStatic
        public fun current(): CallContext {
            val graph = (if (recording && isInitialized) graphForFrame() else null) ?: return CallContext(null, null)
            return CallContext(graph.session, graph.position().path)
        }

        /**
         * Returns the same as [current], or `null` without allocating if no region is open or nothing is recorded. Integrations use it to
         * find out whether there is anything to propagate.
         */
        @JvmStatic
        @ExperimentalTimemoryApi
        public fun currentOrNull(): CallContext? {
            if (!recording || !isInitialized || currentGraph == null) return null
            val graph = graphForFrame() ?: return null
            val path = graph.position().path
            return if (path.parent == null) null else CallContext(graph.session, path)
        }
    }
}
