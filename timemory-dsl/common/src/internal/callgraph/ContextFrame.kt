package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.Strand
import timemory.internal.platform.monotonicNanoseconds
import timemory.internal.platform.wallNanoseconds

/**
 * A stretch of a thread's time in which it runs work that was handed over to it, or a slice of a coroutine.
 *
 * [marker] stands for it in the chain of open regions; its position is where regions opened in the frame hang. Used by its
 * thread alone, and used again.
 */
@PublishedApi
internal class ContextFrame(val graph: ThreadGraph) {
    val marker = Node(graph, "", NO_COMPONENTS, null, graph.session.paths.root)

    /** The frame around this one; the next unused one while this one is not in use. */
    var outer: ContextFrame? = null

    /** The coroutine that runs in it. */
    var strand: Strand? = null

    /** The position of a slice outside of all suspending regions. */
    var base: Node? = null
        set(value) {
            if (field !== value) field = value
        }

    /**
     * Whether it was started in a plain region of its thread, and belongs there and not in the innermost suspending region of the
     * coroutine.
     */
    internal var isInPlainRegion: Boolean = false

    /** Whether that region is still open. */
    internal val standsInPlainRegion: Boolean get() = isInPlainRegion && marker.outer?.position === marker.position

    /** The suspending region that was opened with it, `null` for the frame of a whole slice. */
    var lap: SuspendingLap? = null

    /** The graph that its thread had before it, where that is of another session. */
    private var cameFrom: ThreadGraph? = null

    /** The thread had [graph] up to now, and is in that of this frame. */
    fun comeFrom(graph: ThreadGraph) {
        cameFrom = graph
        graph.pin()
        val watched = if (graph.watch != null) graph else this.graph
        if (watched.watch != null) watched.tellWatch { it.moves(this.graph) }
        currentGraph = this.graph
    }

    /** Where the thread goes when the frame is over; `null` where it stays. */
    fun takeOrigin(): ThreadGraph? = cameFrom?.also {
        cameFrom = null
        it.unpin()
    }

    /** The session of the frame is over, and the thread continues where it was before. */
    fun goBack() {
        if (graph.owner.isCurrent()) takeOrigin()?.takeThreadBack()
    }

    /** The slices of suspending regions that end with it, innermost first. */
    var slices: Slice? = null

    /** Those that [ActiveClock]s go by, which end with it. */
    private var times: SliceTime? = null

    fun add(time: SliceTime) {
        time.nextInFrame = times
        times = time
    }

    /** Whether a slice by [clock] ends with it. */
    fun has(clock: ActiveClock): Boolean {
        var time = times
        while (time != null && time.clock !== clock) time = time.nextInFrame
        return time != null
    }

    /** Ends at [now] the slices by [clock], which otherwise end with the frame. */
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

    /** Whether its end was reported on another thread, and its own has yet to end it. */
    @Volatile
    var isOver: Boolean = false
        private set

    private var overSince = 0L

    /**
     * Its end was reported on another thread, which cannot end it. Its own may be about to: that other thread resumes the coroutine while
     * this one still returns from its suspension.
     */
    fun endLater() {
        if (!isOpen) return // it ended with one around it
        overSince = monotonicNanoseconds()
        isOver = true
    }

    /** Whether its own thread has not ended it either, for so long that it has returned from the suspension and does something else. */
    fun isLeftOver(): Boolean = isOver && isOpen && monotonicNanoseconds() - overSince > MAX_RETURN_NANOSECONDS

    fun reportLeftOver() {
        graph.session.problems.report("slice on other thread") {
            "only another thread reported that thread '${graph.owner.name}' had suspended a coroutine. Until that thread resumed or " +
                "suspended one itself, its regions may have been recorded below the suspended coroutine"
        }
    }

    /** Clears [isOver]; called by its own thread, which ends it next. */
    fun endsNow() {
        if (isOver) isOver = false
    }

    /**
     * Makes it ready for its next use, which most often is by the same coroutine at the same position: what stays the same is not stored
     * again, since collectors watch stores of references.
     */
    fun renew(strand: Strand?, position: Node) {
        if (this.strand !== strand) this.strand = strand
        if (lap != null) lap = null
        if (isInPlainRegion) isInPlainRegion = false
        if (marker.position !== position) marker.position = position
    }

    /** Takes from the thread what is attached by the slices that would end with it. */
    fun detachSlices() {
        var slice = slices
        while (slice != null) {
            slice.detach()
            slice = slice.nextInFrame
        }
    }

    /** Whether something ends with it: in a coroutine without suspending regions, nothing does. */
    @Suppress("NOTHING_TO_INLINE") // natively a call costs as much again
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
