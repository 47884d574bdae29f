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
 * How long the GPU worked, in nanoseconds, on what the thread began in a lap: kernels, copies and memset, each from its begin
 * to its end on the device as CUPTI records it, added up. Where they run concurrently, in several streams or on several GPUs, the sum
 * is more than the time that passed. In a suspending region it is what the coroutine began, on whichever thread.
 *
 * What was begun by the region itself is shown inside it by its name: each kernel, `memcpy HtoD`, `memset`. `CUPTI_ACTIVITY_LEVEL` or
 * `CUPTI_ACTIVITY_KINDS` ask for more: waiting for the device and calls of CUDA, which are times of threads, are shown there too, but are
 * no part of the value.
 *
 * Records come late, and on threads of CUPTI's. When results are made, the contexts that were current in regions are waited for and all
 * records taken; so they are whenever 50,000 laps wait. What CUPTI drops, and what was begun outside of all regions, is counted and told. A
 * program that has CUPTI record by itself cannot be measured at the same time.
 *
 * Source: the activity records of CUPTI of CUDA 11 to 13, which is loaded when it is first needed; external correlation ids of the kind
 * `CUSTOM0` are used.
 */
@DescribedBy(CuptiActivity.TYPE::class)
@ExperimentalTimemoryApi
public class CuptiActivity : LateComponent(CuptiActivity), TimeComponent {
    private var open: ActivityLap? = null

    override fun start() {
        open?.let(ActivityTracing::close) // left by a region that was never closed
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
        "Time of the GPU for what regions launched, by CUPTI activity tracing",
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
