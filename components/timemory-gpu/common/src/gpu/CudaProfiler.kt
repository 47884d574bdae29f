package timemory.gpu

import timemory.Binding
import timemory.Category
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.MarkerComponent
import timemory.MarkerType
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Makes an external profiler (Nsight Systems, Nsight Compute, configured to wait for the profiler API) record while any region with this
 * component is open: the first to open starts it, the last to close stops it. It requires a CUDA context that is current on the thread.
 *
 * Source: `cuProfilerStart` and `cuProfilerStop` of the CUDA driver.
 */
@DescribedBy(CudaProfiler.TYPE::class)
@ExperimentalTimemoryApi
public class CudaProfiler : MarkerComponent() {
    private var isOpen = false

    override fun start() {
        profiling.hold {
            if (openRegions == 0) {
                CudaDriver.requireContext()
                CudaDriver.check(CudaDriver.startProfiler.call(), "start the profiler")
            }
            openRegions++
            isOpen = true
        }
    }

    override fun stop() {
        profiling.hold {
            if (!isOpen) return
            isOpen = false
            openRegions--
            if (openRegions == 0) CudaDriver.check(CudaDriver.stopProfiler.call(), "stop the profiler")
        }
    }

    override fun abandon(): Unit = stop()

    /** The type of [CudaProfiler]. */
    public companion object TYPE : MarkerType<CudaProfiler>(
        "cuda_profiler", "Starts and stops a CUDA profiler around regions",
        ::CudaProfiler,
    ) {
        override val category: String get() = Category.GPU

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "cuProfilerStart, cuProfilerStop"

        override fun unavailableReason(): String? = CudaDriver.unavailable()

        private val profiling = Lock()
        private var openRegions = 0
    }
}
