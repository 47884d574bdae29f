package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Strand
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.wallNanoseconds

/**
 * A period in which a thread runs propagated work, or a slice of a coroutine.
 *
 * [marker] represents it in the chain of open regions; its position is the parent of regions opened in the frame. Used only by its thread,
 * and reused.
 */
@PublishedApi
internal class ContextFrame(val graph: ThreadGraph) {
    val marker = Node(graph, "", NO_COMPONENTS, null, graph.session.paths.root)

    /** The enclosing frame; the next unused one while this one is not in use. */
    var outer: ContextFrame? = null

    /** The coroutine that runs in it. */
    var strand: Strand? = null

    /** The position of a slice outside all suspending regions. */
    var base: Node? = null
        set(value) {
            if (field !== value) field = value
        }

    /**
     * Whether it was started in a plain region of its thread and belongs there, rather than in the innermost suspending region of the
     * coroutine.
     */
    internal var isInPlainRegion: Boolean = false

    /** Whether that region is still open. */
    internal val standsInPlainRegion: Boolean get() = isInPlainRegion && marker.outer?.position === marker.position

    /** The suspending region that was opened with it; `null` for the frame of a whole slice. */
    var lap: SuspendingLap? = null

    /** The previous graph of its thread, if that belongs to another session. */
    private var cameFrom: ThreadGraph? = null

    /** Remembers [graph] as the thread's previous graph, now that it uses that of this frame. */
    fun comeFrom(graph: ThreadGraph) {
        cameFrom = graph
        graph.pin()
        val watched = if (graph.watch != null) graph else this.graph
        if (watched.watch != null) watched.tellWatch { it.moves(this.graph) }
        currentGraph = this.graph
    }

    /** Returns the graph to restore when the frame ends; `null` to stay. */
    fun takeOrigin(): ThreadGraph? = cameFrom?.also {
        cameFrom = null
        it.unpin()
    }

    /** The session of the frame has ended, and the thread returns to its previous graph. */
    fun goBack() {
        if (graph.owner.isCurrent()) takeOrigin()?.takeThreadBack()
    }

    /** The slices of suspending regions that end with it, innermost first. */
    var slices: Slice? = null

    /** The slice times of [ActiveClock]s, which end with it. */
    private var times: SliceTime? = null

    fun add(time: SliceTime) {
        time.nextInFrame = times
        times = time
    }

    /** Whether a slice of [clock] ends with it. */
    fun has(clock: ActiveClock): Boolean {
        var time = times
        while (time != null && time.clock !== clock) time = time.nextInFrame
        return time != null
    }

    /** Ends the slices of [clock] at [now], which otherwise end with the frame. */
    fun end(clock: ActiveClock, now: Long) {
        var previous: SliceTime? = null
        var time = times
        while (time != null) {
            val next = time.nextInFrame
            if (time.clock === clock) {
                if (previous == null) times = next else previous.nextInFrame = next
                time.nextInFrame = null
                time.end(now)
            } else {
                previous = time
            }
            time = next
        }
    }

    val isOpen: Boolean get() = marker.isOpen

    /** Whether its end was reported on another thread, and its own thread has yet to end it. */
    @Volatile
    var isOver: Boolean = false
        private set

    private var overSince = 0L

    /**
     * Its end was reported on another thread, which must not end it. Its own thread may be about to: the other thread resumes the coroutine
     * while this one is still returning from its suspension.
     */
    fun endLater() {
        if (!isOpen) return // it ended with an enclosing frame
        overSince = monotonicNanoseconds()
        isOver = true
    }

    /**
     * Whether its own thread has not ended it either, for so long that it must have returned from the suspension and be doing something
     * else.
     */
    fun isLeftOver(): Boolean = isOver && isOpen && monotonicNanoseconds() - overSince > MAX_RETURN_NANOSECONDS

    fun reportLeftOver() {
        graph.session.problems.report("slice on other thread") {
            "only another thread reported that thread '${graph.owner.name}' had suspended a coroutine. Until that thread resumed or " +
                "suspended one itself, its regions may have been recorded below the suspended coroutine"
        }
    }

    /** Clears [isOver]; called by its own thread, which then ends it. */
    fun endsNow() {
        if (isOver) isOver = false
    }

    /**
     * Prepares it for its next use, usually by the same coroutine at the same position: unchanged references are not stored again, because
     * garbage collectors track reference stores.
     */
    fun renew(strand: Strand?, position: Node) {
        if (this.strand !== strand) this.strand = strand
        if (lap != null) lap = null
        if (isInPlainRegion) isInPlainRegion = false
        if (marker.position !== position) marker.position = position
    }

    /** Detaches from the thread whatever the slices that would end with it have attached. */
    fun detachSlices() {
        var slice = slices
        while (slice != null) {
            slice.detach()
            slice = slice.nextInFrame
        }
    }

    /** Whether anything ends with it: in a coroutine without suspending regions, nothing does. */
    @Suppress("NOTHING_TO_INLINE") // natively, a call doubles the cost
    internal inline val isMeasured: Boolean get() = slices != null || times != null

    fun endSlices() {
        endTimes()
        var slice = slices ?: return
        slices = null
        while (true) {
            val next = slice.nextInFrame
            slice.nextInFrame = null
            slice.endWithFrame(graph)
            slice = next ?: return
        }
    }

    private fun endTimes() {
        var time = times ?: return
        times = null
        val now = wallNanoseconds()
        while (true) {
            val next = time.nextInFrame
            time.nextInFrame = null
            time.end(now)
            time = next ?: return
        }
    }
}

private const val MAX_RETURN_NANOSECONDS = 1_000_000_000L
