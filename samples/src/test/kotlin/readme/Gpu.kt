package readme.gpu

import timemory.*
import timemory.gpu.CudaEvent
import timemory.gpu.CudaStream
import timemory.gpu.CuptiActivity
import timemory.gpu.NvtxMarker

private fun launch(stream: CudaStream) = stream

// ---- what the README shows

private val onGpu = bundle<WallClock, CudaEvent, CuptiActivity, NvtxMarker>()

internal fun solve(stream: CudaStream) {
    onGpu.measure("solve", stream) { launch(stream) }     // those that take a stream get it, the others start plainly
}
