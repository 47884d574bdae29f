package readme.roofs

import timemory.*
import timemory.gpu.*
import timemory.roofline.*

private class AxpyWork(elements: Long) : ErtWork {
    private val x = DoubleArray(elements.toInt()) { 1.0 }
    private val y = DoubleArray(elements.toInt()) { 2.0 }

    override fun run(passes: Long) {
        for (pass in 0 until passes) for (i in x.indices) y[i] += 0.5 * x[i]
    }

    override fun close() {}
}

// ---- what the docs show

class Axpy : ErtKernel(
    "axpy", "f64", bytesOfElement = 8, vectorBits = 0, operationsPerElement = 2, bytesPerElement = 24, blockElements = 1,
    isPeak = false,
) {
    override fun newWork(elements: Long, alignment: Int): ErtWork = AxpyWork(elements)    // its data, and one pass over them
}

internal fun measureRoofs() {
    val machine = thisMachine("axpy")
    val results = Ert(ErtOptions(machine), listOf(Axpy())).measure()
    results.problems.forEach(::println)
}

internal fun measureRoofsOfGpu() {
    CudaDevice.open().use { gpu ->
        val results = GpuErt(gpu, GpuErtOptions { types = listOf(GpuErtType.F32) }).measure()
        for (roof in results.bandwidthRoofs(1, RooflineForm.FLOPS)) println("${roof.name}: ${roof.perSecond / 1e9} GB/s")
        results.problems.forEach(::println)
    }
}
