package timemory

import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.jvm.JvmField
import kotlin.jvm.JvmStatic
import timemory.internal.callgraph.ActiveClock
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.ComponentSet
import timemory.internal.callgraph.ContextFrame
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.Session
import timemory.internal.callgraph.SuspendingLap
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.graphForFrame
import timemory.internal.callgraph.graphHere
import timemory.internal.callgraph.inSession
import timemory.internal.callgraph.openSuspending
import timemory.internal.callgraph.recording
import timemory.internal.callgraph.stillRecorded
import timemory.internal.callgraph.strandOf
import timemory.internal.text.shorten

/**
 * Work that different threads run in turn: a coroutine, an actor, a request answered in steps.
 *
 * Coroutines of kotlinx.coroutines get a strand from [measured] and are followed automatically. This class is for code that knows when the
 * work is resumed, and for agents:
 * ```
 * val request = Strand.here()
 * request.resume().use { reading = tools.open("request", request); read() }    // on one thread
 * request.resume().use { answer(); reading.close() }                           // later, on another
 * ```
 * Regions between [resume] and the end of the slice it returns are recorded below the innermost region open in the strand or, if there is
 * none, below the position where the strand was created. Regions opened in it by [Bundle.open][timemory.bundle.Bundle.open] stay open while
 * no thread runs it, and record the same as every suspending region: [ActiveTime], [SuspendedTime], [Suspensions] and [ThreadChanges];
 * thread-bound components measure each slice on its own thread, and record the sum. Such regions nest: the one opened last is closed first.
 *
 * ### Thread-safety
 * To be resumed by one thread at a time. A thread may resume it before the previous one has ended its slice, provided that the work itself
 * has moved on.
 */
@ExperimentalTimemoryApi
public class Strand internal constructor(session: Session?, base: CallPath?) {
    /*
     * How the call context follows a coroutine:
     *
     * A coroutine runs in *slices*: each starts when a thread resumes it, and ends when it suspends. Threads keep their own call graphs; a
     * slice is a [ContextFrame] in that of its thread. Regions in the slice are recorded below the frame's position: the innermost
     * suspending region open in the coroutine or, if there is none, the position where the coroutine was launched. Suspending regions
     * themselves are not in any thread's chain of open regions; they form a chain of [SuspendingLap]s in the strand.
     *
     * A coroutine may be resumed on a second thread before the first has noticed that it is suspended: the end of a slice can come after
     * the beginning of the next one, and after the end of a region. Therefore the end of a slice does not touch the strand. Everything it
     * needs is in its own frame, and in the [Slice]s that only it uses until it returns them. The strand's own state is accessed only by
     * the coroutine's code, which the dispatch of coroutines orders.
     *
     * A child coroutine gets a strand of its own, at the current position of its parent.
     */
    internal var session: Session? = session
        private set

    private var origin: CallPath? = base

    /** The innermost open suspending region. */
    internal var lap: SuspendingLap? = null

    /** State of the slow-lap recorder for the laps open in it. Like [lap], accessed only by the coroutine's own code. */
    @JvmField
    internal var lapLog: Any? = null

    private var clock: ActiveClock? = null

    /** How long threads have run it since a region was opened in it. */
    internal val activeClock: ActiveClock get() = clock ?: ActiveClock().also { clock = it }

    /** The context element that the coroutine shares with others and that gave it its strand. */
    @JvmField
    internal var sharedElement: Any? = null

    /** The strand that this one is part of, if known. */
    private var around: Strand? = null

    /** Where the coroutine was launched. */
    internal val base: CallPath get() = origin!!

    private var baseGraph: ThreadGraph? = null
    private var baseAnchor: Node? = null

    /**
     * Like [ThreadGraph.propagated], but caches the anchor of the last graph: most slices run on the same thread as the previous one.
     */
    internal fun baseIn(graph: ThreadGraph): Node {
        val here = graph.position()
        if (here.path === base) return here
        val known = baseAnchor
        if (known != null && baseGraph === graph && known.path === base) return known
        return graph.anchor(base, base.depth).also {
            baseGraph = graph
            baseAnchor = it
        }
    }

    /** The parent of a region that would be opened in it now. May be called by any thread; the result may then be slightly outdated. */
    internal val path: CallPath? get() = lap?.innerPath ?: origin

    /** Starts again if the strand was created before [session] began. */
    internal fun join(session: Session) {
        if (this.session === session) return
        this.session = session
        origin = session.paths.root
        lap = null
        lapLog = null
        clock = null
    }

    /**
     * Resumes the strand on the calling thread: starts a slice, which the same thread has to end. If the thread runs the strand already, or
     * nothing is recorded, the returned slice does nothing ([Slice.isStarted]).
     */
    public fun resume(): Slice {
        if (!recording && lap == null) return UnrecordedSlice
        val here = graphForFrame() ?: return UnrecordedSlice
        val graph = here.session.unlessOutOfMemory { here.inSession(session) } ?: here
        join(graph.session)
        if (graph.frameOf(this) != null) return UnrecordedSlice
        return OpenStrandSlice(beginSlice(this) ?: return UnrecordedSlice)
    }

    /**
     * Resumes this strand as a part of [around], like a scope with its own strand in a coroutine: from now on, the open regions of [around]
     * are resumed and suspended together with this strand.
     */
    public fun resume(around: Strand): Slice {
        if (around !== this) this.around = around
        val slice = resume()
        val frame = currentGraph?.frameOf(this)
        if (frame != null) resumeAround(frame)
        return slice
    }

    /** Resumes the regions around this strand, unless the thread runs them already. */
    internal fun resumeAround(frame: ContextFrame) {
        val lap = around?.lap ?: return
        if (lap.session === frame.graph.session && !frame.graph.runs(lap)) lap.resumeAll(frame)
    }

    override fun toString(): String = "strand at ${path ?: "no path"}"

    /** The time during which one thread runs a strand; the thread ends it by closing it. Closing it again does nothing. */
    public sealed class Slice : AutoCloseable {
        /** Whether the [resume] that returned it started a slice, which must be ended. */
        public abstract val isStarted: Boolean

        /** Ends the slice: the thread no longer runs the strand. */
        abstract override fun close()
    }

    public companion object {
        /** Returns a new strand at the position where the calling thread would now open a region. */
        @JvmStatic
        public fun here(): Strand = CallContext.current().strand()

        /** Returns the strand of the coroutine with [context]; `null` if it was not launched with [measured]. */
        @JvmStatic
        public fun of(context: CoroutineContext): Strand? = strandOf(context)
    }
}

private object UnrecordedSlice : Strand.Slice() {
    override val isStarted: Boolean get() = false

    override fun close() {}
}

private class OpenStrandSlice(private var frame: ContextFrame?) : Strand.Slice() {
    override val isStarted: Boolean get() = true

    override fun close() {
        val frame = frame ?: return
        val graph = frame.graph
        if (!graph.owner.isCurrent()) {
            graph.session.unlessOutOfMemory { reportOtherThread(graph) }
            return
        }
        this.frame = null
        endSlice(frame)
    }

    private fun reportOtherThread(graph: ThreadGraph) = graph.session.problems.report("slice on other thread") {
        "a slice of a strand was started on thread '${graph.owner.name}' and closed on another thread, where it cannot end. " +
            "Resume the strand on each thread that runs it"
    }
}

/** Opens a region in [strand], on any thread; `null` if it is not to be recorded. */
internal fun openInStrand(strand: Strand, label: String, set: ComponentSet): SuspendingLap? {
    if (set.isEmpty) return null
    val graph = graphHere() ?: return null
    return graph.session.unlessOutOfMemory {
        strand.join(graph.session)
        if (graph.frameOf(strand) == null) reportNotTakenUp(graph.session, label)
        openSuspending(graph, strand, label, set, EmptyCoroutineContext, stream = null, isHeld = true)
    }
}

private fun reportNotTakenUp(session: Session, label: String) = session.problems.report("strand not taken up") {
    "region '${shorten(label)}' was opened in a strand that this thread has not resumed: call resume() first. Its total time is " +
        "recorded; its active and suspended time and its thread-bound components are not"
}

/** The calling thread resumes the coroutine of [strand]; `null` if nothing needs to be done at the end of the slice. */
internal fun beginSlice(strand: Strand): ContextFrame? {
    if (!recording && strand.lap == null) return null
    val here = graphForFrame() ?: return null
    val graph = here.session.unlessOutOfMemory { here.inSession(strand.session) } ?: here
    strand.join(graph.session)
    val around = graph.frame
    // A scope within a slice, such as a withContext that keeps the dispatcher.
    if (around != null && around.strand === strand && around.standsWhere(strand)) return null
    val isTakenUp = graph.frame != null && graph.frameOf(strand) != null
    val lap = strand.lap
    val frame = graph.session.unlessOutOfMemory {
        val base = strand.baseIn(graph)
        graph.push(if (lap == null) base else lap.anchorIn(graph), strand).also { it.base = base }
    } ?: return null
    if (graph !== here) frame.comeFrom(here)
    graph.session.unlessOutOfMemory {
        if (isTakenUp) {
            lap?.resumeInner(frame)
        } else {
            strand.resumeAround(frame)
            lap?.resumeAll(frame)
        }
    }
    return frame
}

/**
 * Whether regions opened in this frame have the same parent as those opened in [strand] now. `false` for a frame that is about to end while
 * the coroutine continues in it: if a thread that completes a scope resumes the caller without a dispatch, the caller opens and closes
 * regions meanwhile.
 */
private fun ContextFrame.standsWhere(strand: Strand): Boolean {
    if (standsInPlainRegion) return true
    val lap = strand.lap
    return marker.position === if (lap == null) base else lap.anchorIn(graph)
}

/**
 * Begins a slice of a scope that the calling thread, which runs the coroutine of [strand], starts or resumes without a dispatch. It ends
 * when the thread leaves the scope: another thread may run the rest of the scope while this one continues with the code after it. Unless
 * threads leave such scopes in order ([isInOrder]), returns `null` if the thread runs all open regions already.
 */
internal fun beginInline(strand: Strand, isInOrder: Boolean): ContextFrame? {
    val graph = currentGraph ?: return null
    val around = graph.frame
    if (around == null || around.strand !== strand) return null
    val lap = strand.lap
    val isRunning = lap == null || graph.runs(lap)
    if (isRunning && !isInOrder && around.standsWhere(strand)) return null
    val isInPlainRegion = graph.top !== around.marker || isRunning && around.standsInPlainRegion
    val frame = graph.session.unlessOutOfMemory {
        val position = if (isInPlainRegion) graph.position() else if (lap == null) around.base!! else lap.anchorIn(graph)
        graph.push(position, strand).also {
            it.base = around.base
            it.isInPlainRegion = isInPlainRegion
        }
    } ?: return null
    if (!isRunning) graph.session.unlessOutOfMemory { lap.resumeInner(frame) }
    return frame
}

/**
 * The calling thread suspends the coroutine; [frame] is the result of [beginSlice]. If that was called on another thread, only that thread
 * can end the slice, and does so the next time it resumes or suspends a coroutine.
 */
internal fun endSlice(frame: ContextFrame) {
    val graph = frame.graph
    if (!graph.owner.isCurrent()) return frame.endLater()
    if (stillRecorded(graph)) graph.popSuspended(frame) else graph.detachSlices(frame)
}

/** Returns the strand of a coroutine that the calling thread launches from [parent], or from a scope that carries it. */
internal fun strandForChild(parent: Strand): Strand {
    val graph = currentGraph
    val isHere = graph != null && graph.session.isActive && graph.top !== graph.root
    val strand = if (isHere) Strand(graph.session, graph.position().path) else Strand(parent.session, parent.path)
    strand.lapLog = parent.lapLog
    return strand
}

/**
 * Returns the strand of a coroutine that runs for the first time with the context of another coroutine, [owner]. If this thread is running
 * the owner's code or that of another such coroutine, [running], that code started the coroutine, which belongs below its open region.
 * Otherwise the coroutine belongs at the owner's current position.
 */
internal fun strandForOther(owner: Strand, running: Strand?): Strand {
    if (running == null) return strandAt(owner)
    val graph = currentGraph!!
    // If the running coroutine is suspended in a scope, its frame no longer has its current position.
    return if (graph.frame?.strand === running && graph.top.isFrame) strandAt(running) else strandForChild(running)
}

private fun strandAt(other: Strand) = Strand(other.session, other.path).also { it.lapLog = other.lapLog }
