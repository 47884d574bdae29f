package timemory.gpu

import timemory.Binding
import timemory.Category
import timemory.ComponentType
import timemory.DescribedBy
import timemory.ExperimentalTimemoryApi
import timemory.LongDeltaComponent
import timemory.MemoryComponent
import timemory.Quantity
import timemory.internal.platform.Ffi
import timemory.internal.platform.withMemory

/**
 * Change of the memory in use of the GPU, in bytes; negative if some was released. It is that of the device whose context is current on the
 * thread, including memory of other processes.
 *
 * Source: `cuMemGetInfo` of the CUDA driver, the total minus what is free.
 */
@DescribedBy(GpuMemory.TYPE::class)
@ExperimentalTimemoryApi
public class GpuMemory : LongDeltaComponent(), MemoryComponent {
    override fun read(): Long = Ffi.withMemory(16L) { into ->
        CudaDriver.requireContext()
        CudaDriver.check(CudaDriver.memoryInfo.call(into, into + 8L), "query the free memory")
        Ffi.longAt(into + 8L) - Ffi.longAt(into)
    }

    /** The type of [GpuMemory]. */
    public companion object TYPE : ComponentType<GpuMemory>(
        "gpu_memory",
        "Change in the GPU memory in use",
        Quantity.MEMORY,
        ::GpuMemory,
    ) {
        override val category: String get() = Category.GPU

        override val binding: Binding get() = Binding.PROCESS

        override val source: String get() = "cuMemGetInfo"

        override fun unavailableReason(): String? = CudaDriver.unavailable()
    }
}
