package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Shows a region to Caliper as a loop, whose iterations the program marks:
 * ```
 * measure<WallClock, CaliperLoopMarker>("solve") {
 *     for (i in 0 until steps) {
 *         CaliperLoopMarker.markBegin(i)
 *         step()
 *         CaliperLoopMarker.markEnd()
 *     }
 * }
 * ```
 * An iteration that is open when its loop ends, ends with it. Put this component last in a bundle, like [CaliperMarker].
 *
 * Source: `cali_begin_string` with Caliper's own attribute for loops if it has one, `cali_make_loop_iteration_attribute`, `cali_begin_int`
 * and `cali_end` of `libcaliper`.
 */
@DescribedBy(CaliperLoopMarker.TYPE::class)
@ExperimentalTimemoryApi
public class CaliperLoopMarker : ThreadMarker(CaliperLibrary.ranges) {
    override fun begin(label: Long): Unit = CaliperLibrary.beginLoop(label)

    override fun end(label: Long): Unit = CaliperLibrary.endLoop(label)

    /** An iteration of the loop [whole]. */
    private class Iteration(override val whole: OpenRange, private val index: Int) : OpenRange(0L) {
        private val attribute = CaliperLibrary.iterationsOf(whole.label)

        override fun begin() = CaliperLibrary.beginIteration(attribute, index)

        override fun end() = CaliperLibrary.endIteration(attribute)
    }

    /** The type of [CaliperLoopMarker]. */
    public companion object TYPE : ForwardingType<CaliperLoopMarker>(
        "caliper_loop_marker", "Shows regions to Caliper as loops with iterations", CaliperLibrary::unavailable, "cali_begin_int",
        Binding.THREAD, emptyList(), ::CaliperLoopMarker,
    ) {
        /**
         * Starts iteration [index] of the loop that the calling thread opened last, ending an open iteration. Has no effect if no region
         * with this component is open on the thread.
         */
        @JvmStatic
        public fun markBegin(index: Int) {
            val thread = CaliperLibrary.ranges.known ?: return
            val loop = thread.innermost { it.marker is CaliperLoopMarker } ?: return
            thread.innermost { it.whole === loop }?.let(thread::end)
            thread.begin(Iteration(loop, index))
        }

        /** Ends the iteration that the calling thread started last. Has no effect if there is none. */
        @JvmStatic
        public fun markEnd() {
            val thread = CaliperLibrary.ranges.known ?: return
            thread.innermost { it.whole != null }?.let(thread::end)
        }
    }
}
