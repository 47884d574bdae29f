package timemory

/**
 * What a coroutine carries from thread to thread: where it began, and its open suspending regions.
 *
 * ### How the position follows a coroutine
 *
 * A coroutine runs in *slices*: on each resumption a thread takes it up, and on each suspension lets go of it. Threads keep their own
 * call graphs; a slice is a [Frame] in that of its thread. Whatever is measured in the slice hangs below the frame's
 * position, which is the innermost suspending region open in the coroutine or, without one, the place where the coroutine was
 * launched. Suspending regions themselves are not in any thread's chain of open regions: they are a chain of [SuspendingLap]s in the
 * strand.
 *
 * A coroutine may be resumed on a second thread before the first has noticed that it is suspended: the end of a slice can come after
 * the beginning of the next one, and after the end of a region. So the end of a slice touches nothing of the strand. All it needs is
 * in its own frame, and in the [Slice]s that it alone uses until it gives them back. What the strand itself holds is touched by the
 * coroutine's own code only, which the dispatch of coroutines orders.
 *
 * A child coroutine gets a strand of its own, at the place where its parent stood.
 */
internal class Strand(session: Session?, base: Place?) {
    var session: Session? = session
        private set

    private var origin: Place? = base

    /** The innermost open suspending region. */
    var lap: SuspendingLap? = null

    /** Where the coroutine was launched. */
    val base: Place get() = origin!!

    private var baseGraph: ThreadGraph? = null
    private var baseAnchor: Node? = null

    /** As [ThreadGraph.handedOver], with the anchor of the graph asked for last kept: most slices are run by the thread of the one before. */
    fun baseIn(graph: ThreadGraph): Node {
        val here = graph.position()
        if (here.place === base) return here
        val known = baseAnchor
        if (known != null && baseGraph === graph && known.place === base) return known
        return graph.anchor(base, base.depth).also {
            baseGraph = graph
            baseAnchor = it
        }
    }

    /** Where a region opened in it now would hang. May be asked by any thread, and then tells what was true a moment ago. */
    val place: Place? get() = lap?.position ?: origin

    /** Begins anew where the strand was made before [session] began. */
    fun join(session: Session) {
        if (this.session === session) return
        this.session = session
        origin = session.places.root
        lap = null
    }
}

/** The calling thread takes up the coroutine of [strand]; `null` where nothing is to be done at the end of the slice. */
internal fun beginSlice(strand: Strand): Frame? {
    if (!recording && strand.lap == null) return null
    val graph = graphForFrame() ?: return null
    strand.join(graph.session)
    if (graph.frame?.strand === strand) return null // a scope within a slice, such as a withContext that keeps the dispatcher
    val base = strand.baseIn(graph)
    val lap = strand.lap
    val frame = graph.push(if (lap == null) base else lap.anchorIn(graph), strand)
    frame.base = base
    if (lap != null) lap.resumeAll(frame)
    return frame
}

/** The calling thread lets go of the coroutine; [frame] is what [beginSlice] gave. */
internal fun endSlice(frame: Frame) {
    if (stillRecorded(frame.graph.session)) frame.graph.popSuspended(frame) else frame.graph.detachSlices(frame)
}

/** The strand of a coroutine that the calling thread launches from the one of [parent], or from a scope that carries it. */
internal fun strandForChild(parent: Strand): Strand {
    val graph = currentGraph
    if (graph != null && graph.session.isActive && graph.top !== graph.root) {
        return Strand(graph.session, graph.position().place)
    }
    return Strand(parent.session, parent.place)
}
