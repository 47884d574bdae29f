package readme.rooflines

import timemory.*
import timemory.roofline.*

private fun multiply(a: DoubleArray, b: DoubleArray, result: DoubleArray) {
    for (i in result.indices) result[i] = a[i] * b[i]
}

internal fun measureMultiply(a: DoubleArray, b: DoubleArray, result: DoubleArray, n: Int) {
    measure<CpuRooflineDpFlops>("multiply") {
        multiply(a, b, result)
        countFlops(2.0 * n * n * n)
        countBytes(16.0 * n * n * n, MemoryLevel.L1)
    }
}
