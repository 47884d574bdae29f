@file:OptIn(ExperimentalTimemoryApi::class)

package samples

import timemory.ExperimentalTimemoryApi
import timemory.measure
import timemory.roofline.CpuRooflineDpFlops
import timemory.roofline.MemoryLevel
import timemory.roofline.countBytes
import timemory.roofline.countFlops

/**
 * Multiplies matrices in three ways, each closer to the machine's limits than the previous one, and tells the roofline model what each
 * computed and moved. `MatrixMultiplyInJava` is the same in Java.
 */
object MatrixMultiply {
    @JvmStatic
    fun main(args: Array<String>) {
        val size = args.firstOrNull()?.toInt() ?: 512
        val a = Matrix(size, 1.5)
        val b = Matrix(size, 0.25)
        val result = Matrix(size, 0.0)
        // Compiled code is measured, so the first iterations are ignored.
        repeat(10) {
            a.multiplyNaively(b, result)
            a.multiplyInBlocks(b, result)
            a.multiplyInVectors(b, result)
        }
        repeat(5) {
            multiply("naive", size, Matrix.naiveBytes(size)) { a.multiplyNaively(b, result) }
            multiply("blocked", size, Matrix.blockedBytes(size)) { a.multiplyInBlocks(b, result) }
            multiply("vectorized", size, Matrix.vectorBytes(size)) { a.multiplyInVectors(b, result) }
        }
    }

    private inline fun multiply(label: String, size: Int, bytes: Double, way: () -> Unit) = measure<CpuRooflineDpFlops>(label) {
        way()
        countFlops(Matrix.flops(size))
        countBytes(bytes, MemoryLevel.L1)
    }
}
