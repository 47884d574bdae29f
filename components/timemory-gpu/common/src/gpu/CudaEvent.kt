package timemory.gpu

import kotlin.concurrent.Volatile
import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LateComponent
import timemory.LateComponent.LateLap
import timemory.Quantity
import timemory.Stream
import timemory.StreamComponent
import timemory.TimeComponent

/**
 * Elapsed GPU time of a lap in one stream, in nanoseconds: from when the GPU reaches the work that was submitted after the start, until it
 * has finished the work submitted before the end. It does not know kernels, and includes time in which the stream was idle; [CuptiActivity]
 * measures the time of kernels only. CUDA events have a precision of about half a microsecond.
 *
 * Without a stream, it uses the default stream of the thread's current context. Ending a lap does not wait for the GPU; values are read
 * later. Every `CUDA_EVENT_BATCH_SIZE` laps, those that are done are read; when results are collected, the others are waited for. A lap
 * whose context has been destroyed, or whose stream has failed, is lost and the reason reported.
 *
 * A nested region is part of its parent's time if both are measured in the same stream; otherwise it counts as concurrent. Laps in streams
 * other than the default one are also shown separately inside the region, as `stream 7`, from CUDA 12 on.
 *
 * Source: `cuEventRecord` and `cuEventElapsedTime` of the CUDA driver, which is loaded on first use.
 */
@DescribedBy(CudaEvent.TYPE::class)
@ExperimentalTimemoryApi
public class CudaEvent : LateComponent(CudaEvent), TimeComponent, StreamComponent {
    private var open: CudaLap? = null

    /** The handles of the streams of all laps so far. */
    @Volatile
    private var streams: Set<Long> = emptySet()

    override fun start(): Unit = start(CudaStream.DEFAULT)

    override fun start(stream: Stream) {
        val cuda = stream.ofCuda(CudaEvent.id)
        open = CudaEvents.begin(cuda)
        if (cuda.handle !in streams) streams = streams + cuda.handle
    }

    override fun stop() {
        val lap = open ?: return
        open = null
        try {
            lap.end()
        } catch (failure: Throwable) {
            lap.giveBack()
            throw failure
        }
        ended(lap, GpuSettings.eventBatchSize)
    }

    /** Work in one stream is not part of another stream's time. */
    override fun isConcurrent(around: LateComponent?): Boolean =
        streams != ((around as CudaEvent?)?.streams ?: setOf(CudaStream.DEFAULT.handle)) || streams.size > 1

    override fun takeLapsOf(other: LateComponent): List<LateLap> {
        streams = streams + (other as CudaEvent).streams
        return super.takeLapsOf(other)
    }

    /** The type of [CudaEvent]. */
    public companion object TYPE : ComponentType<CudaEvent>(
        "cuda_event",
        "Records the time interval between two points in a CUDA stream",
        Quantity.TIME,
        ::CudaEvent,
    ) {
        override val includesMeasuring: Boolean get() = false

        override val category: String get() = Category.GPU

        override val source: String get() = "cuEventElapsedTime"

        override fun unavailableReason(): String? = CudaDriver.unavailable()
    }
}
