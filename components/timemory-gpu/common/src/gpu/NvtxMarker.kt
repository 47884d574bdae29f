package timemory.gpu

import kotlin.jvm.JvmField
import kotlin.jvm.JvmStatic
import timemory.Category
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.Stream
import timemory.StreamComponent
import timemory.internal.callgraph.recording
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Forwards regions as NVTX ranges to Nsight Systems, Nsight Compute and other tools that listen, under their labels. Regions take the
 * colours of [COLORS] in turn. Ranges may end on other threads, so suspending regions work too.
 *
 * Before its end, a range waits for the device of the thread's current context, so that it covers the work it started there; with
 * `NVTX_MARKER_DEVICE_SYNC=false`, it waits for the stream that the region was started with, or the default stream. If the thread has no
 * CUDA context, there is nothing to wait for.
 *
 * Source: `nvtxRangeStartEx` and `nvtxRangeEnd` of `libnvtx3interop` or `libnvToolsExt`, loaded on first use.
 */
@DescribedBy(NvtxMarker.TYPE::class)
@ExperimentalTimemoryApi
public class NvtxMarker : MarkerComponent(), StreamComponent {
    private var range = 0L
    private var isOpen = false
    private var stream = CudaStream.DEFAULT
    private var color = 0

    /** Cached, because otherwise a missing driver would be looked up each time. */
    private val hasDriver by lazy { CudaDriver.unavailable() == null }

    override fun start(): Unit = start(CudaStream.DEFAULT)

    override fun start(stream: Stream) {
        val cuda = stream.ofCuda(NvtxMarker.id)
        if (color == 0) color = nextColor()
        this.stream = cuda
        range = NvtxLibrary.start(label, color)
        isOpen = true
    }

    override fun stop() {
        if (!isOpen) return
        isOpen = false
        try {
            awaitWork()
        } finally {
            NvtxLibrary.end(range)
        }
    }

    override fun abandon() {
        if (!isOpen) return
        isOpen = false
        NvtxLibrary.end(range)
    }

    private fun awaitWork() {
        if (!hasDriver || CudaDriver.currentContext() == 0L) return
        if (GpuSettings.markersWaitForDevice) {
            CudaDriver.check(CudaDriver.synchronizeContext.call(), "wait for the device")
        } else {
            CudaDriver.check(CudaDriver.synchronizeStream.call(stream.handle), "wait for $stream")
        }
    }

    /** The type of [NvtxMarker]. */
    public companion object TYPE : MarkerType<NvtxMarker>(
        "nvtx_marker", "Shows regions as NVTX ranges in Nsight Systems and other tools",
        ::NvtxMarker,
    ) {
        /** The colours of regions, as alpha, red, green and blue of 8 bits each: blue, orange, green, red, purple, brown, pink, olive. */
        @JvmField
        public val COLORS: List<Int> =
            listOf(0x1F77B4, 0xFF7F0E, 0x2CA02C, 0xD62728, 0x9467BD, 0x8C564B, 0xE377C2, 0xBCBD22).map { it or (0xFF shl 24) }

        override val category: String get() = Category.GPU

        override val source: String get() = "nvtxRangeStartEx"

        override fun unavailableReason(): String? = NvtxLibrary.unavailable()

        private val taking = Lock()
        private var taken = 0

        private fun nextColor(): Int = taking.hold { COLORS[taken++ % COLORS.size] }

        /** Shows [text] as a point in time, in the first colour. Has no effect if NVTX is unavailable. Thread-safe. */
        @JvmStatic
        public fun mark(text: String) {
            if (recording && unavailableReason() == null) NvtxLibrary.mark(text, COLORS[0])
        }
    }
}
