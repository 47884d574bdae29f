package timemory.internal.callgraph

import kotlin.coroutines.CoroutineContext
import timemory.Scope
import timemory.Strand
import timemory.Stream
import timemory.internal.platform.pause
import timemory.internal.text.shorten

/*
 * Opens and closes regions around code that suspends, on any thread.
 */

/** Opens a region in the coroutine with [context]; `null` if it is not to be recorded. */
@PublishedApi
internal fun openSuspending(context: CoroutineContext, label: String, set: ComponentSet): SuspendingLap? =
    openSuspendingOn(context, label, set, null)

/** Opens a suspending region; components that support streams are started with [stream]. */
@PublishedApi
internal fun openSuspending(context: CoroutineContext, label: String, set: ComponentSet, stream: Stream): SuspendingLap? {
    if (!set.isEmpty) set.requireStreams()
    return openSuspendingOn(context, label, set, stream)
}

private fun openSuspendingOn(context: CoroutineContext, label: String, set: ComponentSet, stream: Stream?): SuspendingLap? {
    if (set.isEmpty) return null
    val graph = graphHere() ?: return null
    return graph.session.unlessOutOfMemory {
        val strand = strandOf(context)
        strand?.join(graph.session)
        if (strand == null || graph.frameOf(strand) == null) reportUnnoticed(graph.session, label, strand, context)
        openSuspending(graph, strand, label, set, context, stream, isHeld = false)
    }
}

/**
 * Opens a suspending region on the calling thread's [graph], in the coroutine of [strand] (`null` if unknown). Set [isHeld] if a caller may
 * close it at any time, rather than a block at its end.
 */
internal fun openSuspending(
    graph: ThreadGraph,
    strand: Strand?,
    label: String,
    set: ComponentSet,
    context: CoroutineContext,
    stream: Stream?,
    isHeld: Boolean,
): SuspendingLap? {
    val session = graph.session
    val slice = if (strand == null) null else graph.frameOf(strand)
    val scope = session.scopeOf(set.requestedScope)
    val around = if (strand == null || slice != null) graph.position().path else strand.path!!
    val parent = if (scope === Scope.FLAT) session.paths.root else around
    if (parent.depth >= session.maxDepth) {
        session.tooDeep()
        return null
    }
    val insideFrom = strand?.base?.depth ?: parent.depth
    val full = set.withCoroutineTypes
    val recorded = session.recordedLabel(label)
    val known = if (scope === Scope.TIMELINE) null else graph.suspendingNode(graph.anchor(parent, insideFrom), recorded, full)
    val resting = if (known == null || isHeld || slice == null || !session.isActive) null else known.takePooledLap()
    val lap = if (resting != null) {
        resting.apply { reuse(strand!!, strand.lap, stream) }
    } else {
        val path = known?.path ?: session.paths.below(parent, recorded, full, scope, graph.pathNumber)
        val innerPath = if (scope === Scope.FLAT) around else path
        SuspendingLap(session, strand, strand?.lap, path, innerPath, insideFrom, full, stream, isHeld)
    }
    val outer = strand?.lap
    strand?.lap = lap
    var frame: ContextFrame? = null
    try {
        if (slice != null) {
            frame = graph.push(lap.anchorIn(graph), strand)
            frame.base = slice.base
            frame.lap = lap
        }
        lap.start(frame, context)
        return lap
    } catch (failure: Throwable) {
        // Most likely because memory ran out. The program continues as if the region had not been opened.
        strand?.lap = outer
        lap.open.dropped()
        frame?.let(graph::pop)
        lap.abandon()
        session.openLaps.remove(lap.open)
        throw failure
    }
}

/** Closes the region on the calling thread. */
@PublishedApi
internal fun closeSuspending(lap: SuspendingLap) {
    val session = lap.session
    if (session.ended) return lap.abandon()
    val strand = lap.strand
    val graph = session.unlessOutOfMemory { graphForFrame()?.inSession(session) } ?: return giveUp(lap, strand)
    graph.whilePinned { closeIn(graph, lap, strand) }
}

private fun closeIn(graph: ThreadGraph, lap: SuspendingLap, strand: Strand?) {
    if (strand == null) {
        lap.stop(graph, null, isInnermost = false)
        return
    }
    // It is usually the innermost region; a region that outlives its parent is then below an outer one.
    val isInnermost = strand.lap === lap
    val outer = lap.outer
    if (isInnermost) strand.lap = lap.openOuter()
    val frame = graph.frameOf(strand)
    val slice = if (frame == null) null else takeSlice(graph, lap)
    val end = lap.stop(graph, slice, isInnermost)
    if (strand.lap == null) strand.activeClock.pauseIn(graph, end)
    if (frame == null) return
    val innermost = strand.lap
    if (frame.lap === lap) {
        graph.pop(frame)
        if (innermost !== outer) graph.frameOf(strand)?.moveTo(innermost)
    } else {
        frame.moveTo(innermost)
        frame.moveOuter(strand, lap, innermost)
    }
}

/**
 * Moves the slices of [strand] around this one that are still in [lap]: they belong to scopes that the thread is about to end, and in which
 * the coroutine continues.
 */
private fun ContextFrame.moveOuter(strand: Strand, lap: SuspendingLap, innermost: SuspendingLap?) {
    var around = outer
    while (around != null) {
        if (around.strand === strand && around.marker.position?.path === lap.innerPath) around.moveTo(innermost)
        around = around.outer
    }
}

/** Called if there is no memory to record the region. It must not stay open: later regions would be recorded below it. */
private fun giveUp(lap: SuspendingLap, strand: Strand?) {
    if (strand?.lap === lap) strand.lap = lap.openOuter()
    lap.abandon()
    lap.session.openLaps.remove(lap.open)
}

private fun ContextFrame.moveTo(innermost: SuspendingLap?) {
    if (graph.watch != null) graph.tellWatch { it.changes(graph) }
    isInPlainRegion = false
    // Without memory, they are recorded at the position where the coroutine was launched, but not below the closed region.
    marker.position = innermost?.let { graph.session.unlessOutOfMemory { it.anchorIn(graph) } } ?: base!!
}

/** No region has been open in the coroutine since [now]: its clock can stop. */
private fun ActiveClock.pauseIn(graph: ThreadGraph, now: Long) {
    var frame = graph.frame
    while (frame != null) {
        frame.end(this, now)
        frame = frame.outer
    }
    pause(now)
}

/** Takes the running slice of [lap] out of its frame; `null` if the slice started before measuring was enabled. */
private fun takeSlice(graph: ThreadGraph, lap: SuspendingLap): Slice? {
    var frame = graph.frame
    while (frame != null) {
        var previous: Slice? = null
        var slice = frame.slices
        while (slice != null) {
            val next = slice.nextInFrame
            if (slice.isOf(lap)) {
                if (previous == null) frame.slices = next else previous.nextInFrame = next
                slice.nextInFrame = null
                return slice
            }
            previous = slice
            slice = next
        }
        frame = frame.outer
    }
    return null
}

private fun reportUnnoticed(session: Session, label: String, strand: Strand?, context: CoroutineContext) {
    val why = whyUnnoticed(context)
    session.problems.report(if (strand == null) "coroutine without measured" else "coroutine out of sight") {
        "suspending region '${shorten(label)}' runs in a coroutine that cannot be followed: $why. Its total time is recorded; its active " +
            "and suspended time, thread-bound components and the position of regions inside it are not"
    }
}
