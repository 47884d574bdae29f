package timemory.forwarding

import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi

/**
 * Shows regions as timers of TAU, under their labels, in a process that `tau_exec` started. Where regions of one thread overlap, TAU's
 * timers inside the one that ends are stopped and started again, as TAU's have to be nested: their times are right, their number of calls
 * grows.
 *
 * Name it last in a bundle: so it is started first and stopped last, and the clocks of the bundle do not include what TAU takes. TAU
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
        "tau_marker", "Shows regions as timers of TAU", TauLibrary::unavailable, "Tau_start", Binding.THREAD, listOf("tau"), ::TauMarker,
    ) {
        override val label: String get() = "tau"
    }
}
