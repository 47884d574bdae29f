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
 * How long the GPU took, in nanoseconds, between the begin and the end of a lap in one stream: from when it came to the work that the
 * stream was given after the begin, to when it was done with what it was given before the end. It knows of no kernels, and includes the
 * time in which the stream had nothing to do; [CuptiActivity] tells the time of the kernels alone. CUDA's events are exact to about half a
 * microsecond.
 *
 * Without a stream, it is the default stream of the context that is current on the thread. Ending a lap does not wait for the GPU: the laps
 * wait for their values. Each `CUDA_EVENT_BATCH_SIZE` laps those that are done are read; when results are made, the others are waited
 * for. A lap that ends while nothing of its context is left, or in a stream that failed, is lost and the reason told.
 *
 * A region inside another is a part of its time where both are measured in one stream; otherwise it counts as what ran beside it.
 * What was measured in streams other than the default is shown apart inside the region, as `stream 7`, from CUDA 12 on.
 *
 * Source: `cuEventRecord` and `cuEventElapsedTime` of the CUDA driver, which is loaded when it is first needed.
 */
@DescribedBy(CudaEvent.TYPE::class)
@ExperimentalTimemoryApi
public class CudaEvent : LateComponent(CudaEvent), TimeComponent, StreamComponent {
    private var open: CudaLap? = null

    /** The streams of all laps so far, by their handles. */
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

    /** What goes on in one stream is no part of the time of another. */
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
