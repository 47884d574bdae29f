package timemory.internal.callgraph

import timemory.Strand
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

    /** The suspending region that was opened with it, `null` for the frame of a whole slice. */
    var lap: SuspendingLap? = null

    /** The graph that its thread had before it, where that is of another session. */
    private var cameFrom: ThreadGraph? = null

    /** The thread had [graph] up to now, and is in that of this frame. */
    fun comeFrom(graph: ThreadGraph) {
        cameFrom = graph
        (graph.watch ?: this.graph.watch)?.moves(this.graph)
        currentGraph = this.graph
    }

    /** Where the thread goes when the frame is over; `null` where it stays. */
    fun takeOrigin(): ThreadGraph? = cameFrom?.also { cameFrom = null }

    /** The session of the frame is over, and the thread goes on where it was before. */
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

    /** Takes [time] out, so that it does not end with the frame; `false` where it is not in it. */
    fun remove(time: SliceTime): Boolean {
        var previous: SliceTime? = null
        var each = times
        while (each != null && each !== time) {
            previous = each
            each = each.nextInFrame
        }
        if (each == null) return false
        if (previous == null) times = time.nextInFrame else previous.nextInFrame = time.nextInFrame
        time.nextInFrame = null
        return true
    }

    val isOpen: Boolean get() = marker.isOpen

    /**
     * Makes it ready for its next use, which most often is by the same coroutine at the same position: what stays the same is not stored
     * again, since collectors watch stores of references.
     */
    fun renew(strand: Strand?, position: Node) {
        if (this.strand !== strand) this.strand = strand
        if (lap != null) lap = null
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
