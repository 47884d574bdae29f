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
 * Work that different threads run in turn: a coroutine, an actor, a request that is answered in steps.
 *
 * Coroutines of kotlinx.coroutines get theirs by [measured], and are followed automatically. This class is for code that knows when the
 * work is resumed, and for agents:
 * ```
 * val request = Strand.here()
 * request.resume().use { reading = tools.open("request", request); read() }    // on one thread
 * request.resume().use { answer(); reading.close() }                           // later, on another
 * ```
 * Whatever is measured between [resume] and the end of the slice that it returns hangs below the innermost region open in the strand
 * or, without one, the place where the strand was made. Regions opened in it by [Bundle.open][timemory.bundle.Bundle.open] go on while no
 * thread runs it, and record what every suspending region does: [ActiveTime], [SuspendedTime], [Suspensions] and [ThreadChanges];
 * components bound to threads measure each slice on its own thread, and record the sum. Such regions nest: the one opened last is closed
 * first.
 *
 * ### Thread-safety
 * To be taken up by one thread at a time. A thread may take it up before the one before has ended its slice, provided that the
 * work itself has gone over.
 */
@ExperimentalTimemoryApi
public class Strand internal constructor(session: Session?, base: CallPath?) {
    /*
     * How the position follows a coroutine
     *
     * A coroutine runs in *slices*: each starts when a thread resumes it, and ends when it suspends. Threads keep their own
     * call graphs; a slice is a [ContextFrame] in that of its thread. Regions in the slice are recorded below the frame's position, which
     * is the innermost suspending region open in the coroutine or, without one, the place where the coroutine was launched. Suspending
     * regions themselves are not in any thread's chain of open regions: they are a chain of [SuspendingLap]s in the strand.
     *
     * A coroutine may be resumed on a second thread before the first has noticed that it is suspended: the end of a slice can come after
     * the beginning of the next one, and after the end of a region. So the end of a slice touches nothing of the strand. All it needs is
     * in its own frame, and in the [Slice]s that it alone uses until it gives them back. What the strand itself holds is touched by the
     * coroutine's own code only, which the dispatch of coroutines orders.
     *
     * A child coroutine gets a strand of its own, at the place where its parent stood.
     */
    internal var session: Session? = session
        private set

    private var origin: CallPath? = base

    /** The innermost open suspending region. */
    internal var lap: SuspendingLap? = null

    /** What keeps slow laps knows of those that are open in it. Like [lap], touched by the coroutine's own code only. */
    @JvmField
    internal var lapLog: Any? = null

    private var clock: ActiveClock? = null

    /** How long threads have run it since a region was opened in it. */
    internal val activeClock: ActiveClock get() = clock ?: ActiveClock().also { clock = it }

    /** What the coroutine shares with others, and got its strand by. */
    @JvmField
    internal var sharedElement: Any? = null

    /** The strand that this one is part of, where that is known. */
    private var around: Strand? = null

    /** Where the coroutine was launched. */
    internal val base: CallPath get() = origin!!

    private var baseGraph: ThreadGraph? = null
    private var baseAnchor: Node? = null

    /**
     * As [ThreadGraph.propagated], with the anchor of the graph asked for last kept: most slices are run by the thread of the one before.
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

    /** Where a region opened in it now would hang. May be asked by any thread, and then tells what was true a moment ago. */
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

    /** Takes up the regions around this strand, unless the thread runs them already. */
    internal fun resumeAround(frame: ContextFrame) {
        val lap = around?.lap ?: return
        if (lap.session === frame.graph.session && !frame.graph.runs(lap)) lap.resumeAll(frame)
    }

    override fun toString(): String = "strand at ${path ?: "no path"}"

    /** The time during which one thread runs a strand; the thread ends it by closing it. Closing it again does nothing. */
    public sealed class Slice : AutoCloseable {
        /** Whether the [resume] that returned it started a slice, which has to be ended. */
        public abstract val isStarted: Boolean

        /** Ends the slice: the thread no longer runs the strand. */
        abstract override fun close()
    }

    public companion object {
        /** Returns a new strand at the place below which the calling thread would now open a region. */
        @JvmStatic
        public fun here(): Strand = CallContext.current().strand()

        /** The strand of the coroutine with [context], `null` where it was not launched with [measured]. */
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

/** Opens a region in [strand], on whichever thread; `null` where it is not to be recorded. */
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

/** The calling thread takes up the coroutine of [strand]; `null` where nothing is to be done at the end of the slice. */
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
 * Whether what is opened in this frame hangs where [strand] stands now. Not in one that is about to end, and in which the coroutine goes on
 * all the same: where a thread that completes a scope resumes the caller without a dispatch, the caller opens and closes regions meanwhile.
 */
private fun ContextFrame.standsWhere(strand: Strand): Boolean {
    if (standsInPlainRegion) return true
    val lap = strand.lap
    return marker.position === if (lap == null) base else lap.anchorIn(graph)
}

/**
 * Begins a slice of a scope that the calling thread, which runs the coroutine of [strand], starts or resumes without a dispatch. It ends
 * when the thread lets go of the scope: another thread may run the rest of the scope while this one goes on with what follows it. Unless
 * threads let go of such scopes in order ([isInOrder]), returns `null` if the thread runs all open regions already.
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
 * The calling thread lets go of the coroutine; [frame] is what [beginSlice] gave. Where that was on another thread, only that one can end
 * the slice, and does so when it next takes up or lets go of a coroutine.
 */
internal fun endSlice(frame: ContextFrame) {
    val graph = frame.graph
    if (!graph.owner.isCurrent()) return frame.endLater()
    if (stillRecorded(graph)) graph.popSuspended(frame) else graph.detachSlices(frame)
}

/** The strand of a coroutine that the calling thread launches from the one of [parent], or from a scope that carries it. */
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
 * Otherwise the coroutine belongs where the owner stands.
 */
internal fun strandForOther(owner: Strand, running: Strand?): Strand {
    if (running == null) return strandAt(owner)
    val graph = currentGraph!!
    // If the running coroutine is suspended in a scope, its frame no longer tells where it stands.
    return if (graph.frame?.strand === running && graph.top.isFrame) strandAt(running) else strandForChild(running)
}

private fun strandAt(other: Strand) = Strand(other.session, other.path).also { it.lapLog = other.lapLog }
