package timemory.forwarding

import kotlin.jvm.JvmStatic
import timemory.Binding
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent
import timemory.Stream
import timemory.StreamComponent
import timemory.gpu.GpuSettings
import timemory.internal.callgraph.recording

/**
 * Shows regions as ranges of roctx, in `rocprof` and other tools for AMD's GPUs, under their labels. Ranges may end on other threads, in
 * suspending regions too.
 *
 * Before its end, a range waits for the current device, so that it covers what it began there; with `NVTX_MARKER_DEVICE_SYNC=false`, for
 * the stream that the region was begun with, the default stream without. Where the process has no HIP, there is nothing to wait for.
 *
 * Name it last in a bundle: so it is started first and stopped last.
 *
 * Source: `roctxRangeStartA` and `roctxRangeStop` of `librocprofiler-sdk-roctx` or `libroctx64`, loaded when first needed.
 */
@DescribedBy(RoctxMarker.TYPE::class)
@ExperimentalTimemoryApi
public class RoctxMarker : MarkerComponent(), StreamComponent {
    private var range = 0L
    private var isOpen = false
    private var stream = HipStream.DEFAULT
    private val text by lazy { LabelTexts.addressOf(label) }

    /** Asked once: where there is none, it would be looked for each time. */
    private val hasHip by lazy { HipLibrary.unavailable() == null }

    override fun start(): Unit = start(HipStream.DEFAULT)

    override fun start(stream: Stream) {
        this.stream = requireNotNull(stream as? HipStream) { "component $id takes streams of HIP, a HipStream, and not $stream" }
        range = RoctxLibrary.start(text)
        isOpen = true
    }

    override fun stop() {
        if (!isOpen) return
        isOpen = false
        try {
            if (hasHip) HipLibrary.await(stream.handle, GpuSettings.markersWaitForDevice)
        } finally {
            RoctxLibrary.stop(range)
        }
    }

    override fun abandon() {
        if (!isOpen) return
        isOpen = false
        RoctxLibrary.stop(range)
    }

    /** The type of [RoctxMarker]. */
    public companion object TYPE : ForwardingType<RoctxMarker>(
        "roctx_marker", "Shows regions as ranges of roctx, in rocprof and other tools", RoctxLibrary::unavailable, "roctxRangeStartA",
        Binding.WALL, emptyList(), ::RoctxMarker,
    ) {
        /**
         * Shows [text] as a point in time. Nothing happens where roctx is unavailable. May be called from any thread. Each text is kept as
         * long as the process lives, as tools may read it late: choose few.
         */
        @JvmStatic
        public fun mark(text: String) {
            if (recording && unavailableReason() == null) RoctxLibrary.mark(LabelTexts.addressOf(text))
        }

        /**
         * Begins a range called [text] within those that the calling thread has begun so and not ended; returns how many those are. -1
         * where roctx is unavailable, and nothing happens.
         */
        @JvmStatic
        public fun push(text: String): Int =
            if (recording && unavailableReason() == null) RoctxLibrary.push(LabelTexts.addressOf(text)) else -1

        /** Ends the range that the calling thread began last by [push]; returns how many are left. Negative where there is none. */
        @JvmStatic
        public fun pop(): Int = if (unavailableReason() == null) RoctxLibrary.pop() else -1
    }
}
