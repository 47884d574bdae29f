package timemory.roofline

import timemory.gpu.CudaProperties

/*
 * NVIDIA's specified peaks of a GPU: its frequency, times the number of multiprocessors, times the results of one multiprocessor per cycle.
 * The driver has no attribute for the last; it is in the CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions", by
 * compute capability, and for half precision in the whitepapers of Volta, Turing, Ampere, Ada and Hopper, whose peaks agree with it.
 * Uncertain numbers are left out: a wrong number would be worse here than none.
 */

/** Returns the peaks by name of the roof: `fma f32` and its variants in operations per second, `DRAM` in bytes per second. */
internal fun publishedPeaks(properties: CudaProperties): Map<String, Double> {
    val peaks = LinkedHashMap<String, Double>()
    if (properties.memoryBytesPerSecond > 0.0) peaks["DRAM"] = properties.memoryBytesPerSecond
    val cycles = properties.kilohertz * 1e3 * properties.multiprocessors
    if (cycles <= 0.0) return peaks
    for (type in GpuErtType.entries) {
        val results = resultsOfCycle(type, properties.computeCapability) ?: continue
        // Integer additions and multiplications alternate with exclusive-ors, which other units may execute at the same time.
        for (operation in if (type == GpuErtType.I32) listOf(Operation.FMA) else Operation.GPU) {
            val kernel = GpuErtKernel(type, operation, GpuErtKernel.TIMES.last())
            peaks[kernel.label] = cycles * results * kernel.operationsPerElement / kernel.times
        }
    }
    return peaks
}

/** Returns how many numbers of [type] a multiprocessor processes per cycle; `null` if that is not certain. */
private fun resultsOfCycle(type: GpuErtType, computeCapability: Int): Int? = when (type) {
    GpuErtType.F16 -> when (computeCapability) {
        60, 70, 75, 86, 89 -> 128
        80, 90 -> 256
        else -> null
    }
    GpuErtType.F32 -> when (computeCapability) {
        60, 70, 72, 75, 80 -> 64
        61, 62, 86, 87, 89, 90, 100, 120 -> 128
        else -> null
    }
    GpuErtType.F64 -> when (computeCapability) {
        61, 62 -> 4
        60, 70, 80 -> 32
        75, 86, 89 -> 2
        90, 100 -> 64
        else -> null
    }
    GpuErtType.I32 -> when (computeCapability) {
        70, 72, 75, 80, 86, 87, 89, 90 -> 64
        else -> null
    }
}
