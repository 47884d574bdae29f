package timemory.gpu

import timemory.Binding
import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LateComponent
import timemory.Quantity
import timemory.TimeComponent

/**
 * GPU time of the work that the thread launched in a lap, in nanoseconds: kernels, copies and memset, each from its start to its end on the
 * device as recorded by CUPTI, added up. If they run concurrently, in several streams or on several GPUs, the sum exceeds the elapsed time.
 * In a suspending region it is the work that the coroutine launched, on any thread.
 *
 * Work launched by the region itself is shown inside it by its name: each kernel, `memcpy HtoD`, `memset`. `CUPTI_ACTIVITY_LEVEL` or
 * `CUPTI_ACTIVITY_KINDS` request more: waits for the device and CUDA calls, which are times of threads, are shown there too, but are not
 * part of the value.
 *
 * Records arrive late, and on CUPTI's threads. When results are collected, or 50,000 laps are waiting, the contexts that were current in
 * regions are waited for and all records are taken. Records that CUPTI drops, and work launched outside all regions, are counted and
 * reported. A program that uses CUPTI's recording itself cannot be measured at the same time.
 *
 * Source: the activity records of CUPTI for CUDA 11 to 13, which is loaded on first use; external correlation IDs of the kind `CUSTOM2` are
 * used.
 */
@DescribedBy(CuptiActivity.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiActivity : LateComponent(CuptiActivity), TimeComponent {
    private var open: ActivityLap? = null

    override fun start() {
        open?.let(ActivityTracing::close) // left open by a region that was never closed
        open = ActivityTracing.open()
    }

    override fun stop() {
        val lap = open ?: return
        open = null
        ActivityTracing.close(lap)
        ended(lap)
    }

    override fun openLap(): Long? = open?.nanoseconds

    /** The type of [CuptiActivity]. */
    public companion object TYPE : ComponentType<CuptiActivity>(
        "cupti_activity",
        "GPU time of the work launched in regions, from CUPTI activity records",
        Quantity.TIME,
        ::CuptiActivity,
    ) {
        override val includesMeasuring: Boolean get() = false

        override val category: String get() = Category.GPU

        override val binding: Binding get() = Binding.THREAD

        override val source: String get() = "cuptiActivityGetNextRecord"

        override fun unavailableReason(): String? = CuptiLibrary.unavailable()
    }
}
