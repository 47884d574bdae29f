package timemory.forwarding

import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent
import timemory.internal.platform.isOnVirtualThread

/**
 * A component that forwards regions to a tool that tracks ranges per thread: a range starts and ends on one OS thread. In a suspending
 * region there is a range for each slice, on the thread that runs it. A region that another thread closes ends in the tool when its own
 * thread next opens or closes one.
 *
 * Regions on virtual threads are not forwarded, because these can change their carrier thread within a region. This is reported once.
 */
@ExperimentalTimemoryApi
public abstract class ThreadMarker internal constructor(private val ranges: ThreadRanges) : MarkerComponent() {
    private var spare: Lap? = null
    private var lap: Lap? = null
    private var thread: OpenRanges? = null

    /** Starts a range with the text at [label]. */
    internal abstract fun begin(label: Long)

    /** Ends the range that [begin] started. */
    internal abstract fun end(label: Long)

    private inner class Lap(label: Long) : OpenRange(label) {
        override val marker get() = this@ThreadMarker

        override fun begin() = this@ThreadMarker.begin(label)

        override fun end() = this@ThreadMarker.end(label)
    }

    /** Returns the text for the tool. */
    internal open fun textOf(label: String): Long = LabelTexts.addressOf(label)

    final override fun start() {
        if (isOnVirtualThread()) {
            report("forwarding on virtual threads", ON_VIRTUAL_THREADS)
            return
        }
        val here = ranges.ofThread()
        if (here.refusal != null) {
            report("forwarding: ${here.refusal}", here.refusal)
            return
        }
        val begun = spare ?: Lap(textOf(label)).also { spare = it }
        here.begin(begun)
        lap = begun
        thread = here
    }

    final override fun stop() {
        val ending = lap ?: return
        lap = null
        val here = ranges.known
        if (here != null && here === thread) {
            here.end(ending)
        } else {
            spare = null // the other thread still uses it
            ending.isAbandoned = true
        }
    }

    final override fun abandon(): Unit = stop()
}

private const val ON_VIRTUAL_THREADS =
    "regions on virtual threads are not reported to tools that track regions by thread, since virtual threads change theirs"
