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
 * Forwards regions as roctx ranges to `rocprof` and other tools for AMD GPUs, under their labels. Ranges may end on other threads, so
 * suspending regions work too.
 *
 * Before its end, a range waits for the current device, so that it covers the work it started there; with `NVTX_MARKER_DEVICE_SYNC=false`,
 * it waits for the stream that the region was started with, or the default stream. Without HIP in the process, there is nothing to wait
 * for.
 *
 * Put it last in a bundle: it is then started first and stopped last.
 *
 * Source: `roctxRangeStartA` and `roctxRangeStop` of `librocprofiler-sdk-roctx` or `libroctx64`, loaded on first use.
 */
@DescribedBy(RoctxMarker.TYPE::class)
@ExperimentalTimemoryApi
public class RoctxMarker : MarkerComponent(), StreamComponent {
    private var range = 0L
    private var isOpen = false
    private var stream = HipStream.DEFAULT
    private val text by lazy { LabelTexts.addressOf(label) }

    /** Cached, because otherwise a missing library would be looked up each time. */
    private val hasHip by lazy { HipLibrary.unavailable() == null }

    override fun start(): Unit = start(HipStream.DEFAULT)

    override fun start(stream: Stream) {
        this.stream = requireNotNull(stream as? HipStream) { "component $id takes a HIP stream (HipStream), not $stream" }
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
        "roctx_marker", "Shows regions as roctx ranges in rocprof and other tools", RoctxLibrary::unavailable, "roctxRangeStartA",
        Binding.WALL, emptyList(), ::RoctxMarker,
    ) {
        /**
         * Shows [text] as a point in time. Has no effect if roctx is unavailable. Thread-safe. Each text is kept until the process ends,
         * because tools may read it late, so use few different ones.
         */
        @JvmStatic
        public fun mark(text: String) {
            if (recording && unavailableReason() == null) RoctxLibrary.mark(LabelTexts.addressOf(text))
        }

        /**
         * Starts a range [text] nested in those that the calling thread has pushed and not popped. Returns their number, or -1 if roctx is
         * unavailable.
         */
        @JvmStatic
        public fun push(text: String): Int =
            if (recording && unavailableReason() == null) RoctxLibrary.push(LabelTexts.addressOf(text)) else -1

        /** Ends the range that the calling thread pushed last. Returns how many are left; negative if there is none. */
        @JvmStatic
        public fun pop(): Int = if (unavailableReason() == null) RoctxLibrary.pop() else -1
    }
}
