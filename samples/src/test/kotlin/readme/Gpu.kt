package readme.gpu

import timemory.*
import timemory.gpu.*

private fun launch(stream: CudaStream) = stream

private fun await(stream: CudaStream) = stream

// ---- what the docs show

private val onGpu = bundle<WallClock, CudaEvent, CuptiActivity, NvtxMarker>()

internal suspend fun solve(handle: Long) {
    val stream = CudaStream(handle)                       // a CUstream or cudaStream_t, as an integer
    onGpu.measure("solve", stream) { launch(stream) }     // those that take a stream get it, the others start plainly
    onGpu.measureSuspending("solve", stream) { launch(stream); await(stream) }

    val region = onGpu.region("solve")
    region.start(stream)
    launch(stream)
    region.stop()
}

private val tools = onGpu

internal fun add(a: CudaMemory, b: CudaMemory, sum: CudaMemory, n: Int) {
    CudaDevice.open().use { gpu ->
        val stream = gpu.newStream()
        val add = gpu.compile(CudaKernels.SOURCE).kernel("vector_add_float")
        tools.measure("add", stream) { add.launch(CudaKernels.blocksFor(n), CudaKernels.THREADS, stream, a, b, sum, n) }
        gpu.await(stream)
    }
}
