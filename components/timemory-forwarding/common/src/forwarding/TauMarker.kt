package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Forwards regions as TAU timers, under their labels, in a process that `tau_exec` started. If regions of one thread overlap, TAU's timers
 * inside the one that ends are stopped and restarted, because TAU requires nesting: their times are right, but their call counts grow.
 *
 * Put it last in a bundle: it is then started first and stopped last, so that the clocks of the bundle exclude TAU's overhead. TAU
 * compensates for its own part.
 *
 * Source: `Tau_start` and `Tau_stop` of `libTAU`; each thread is registered (`Tau_register_thread`), and the node set to the rank
 * (`Tau_set_node`), 0 without a launcher.
 */
@DescribedBy(TauMarker.TYPE::class)
@ExperimentalTimemoryApi
public class TauMarker : ThreadMarker(TauLibrary.ranges) {
    override fun begin(label: Long): Unit = TauLibrary.start(label)

    override fun end(label: Long): Unit = TauLibrary.stop(label)

    /** The type of [TauMarker]. */
    public companion object TYPE : ForwardingType<TauMarker>(
        "tau_marker", "Shows regions as TAU timers", TauLibrary::unavailable, "Tau_start", Binding.THREAD, listOf("tau"), ::TauMarker,
    ) {
        override val label: String get() = "tau"
    }
}
