package benchmarks

import timemory.Measured
import timemory.WallClock
import timemory.measure

/** The multiplication of the paper's figure 1: 100 x 100, 50 passes, a region around each of the 500,000 elements computed. */
internal class Multiplication {
    private val a = DoubleArray(SIZE * SIZE) { it * 0.5 }
    private val b = DoubleArray(SIZE * SIZE) { 1.0 / (it + 1) }
    private val c = DoubleArray(SIZE * SIZE)

    fun plain(): DoubleArray {
        repeat(PASSES) { multiply() }
        return c
    }

    fun withRegions(): DoubleArray {
        repeat(PASSES) { multiplyWithRegions() }
        return c
    }

    /** Like [plain], but each element is computed by a function. */
    fun byFunctions(): DoubleArray {
        repeat(PASSES) { for (i in 0 until SIZE) for (j in 0 until SIZE) compute(i, j) }
        return c
    }

    /** Like [byFunctions], with regions added by the compiler plugin. */
    fun byMeasuredFunctions(): DoubleArray {
        repeat(PASSES) { for (i in 0 until SIZE) for (j in 0 until SIZE) computeMeasured(i, j) }
        return c
    }

    private fun compute(i: Int, j: Int) {
        var sum = 0.0
        for (k in 0 until SIZE) sum += a[i * SIZE + k] * b[k * SIZE + j]
        c[i * SIZE + j] = sum
    }

    @Measured("point")
    private fun computeMeasured(i: Int, j: Int) {
        var sum = 0.0
        for (k in 0 until SIZE) sum += a[i * SIZE + k] * b[k * SIZE + j]
        c[i * SIZE + j] = sum
    }

    private fun multiply() {
        for (i in 0 until SIZE) {
            for (j in 0 until SIZE) {
                var sum = 0.0
                for (k in 0 until SIZE) sum += a[i * SIZE + k] * b[k * SIZE + j]
                c[i * SIZE + j] = sum
            }
        }
    }

    private fun multiplyWithRegions() {
        for (i in 0 until SIZE) {
            for (j in 0 until SIZE) {
                measure<WallClock>("point") {
                    var sum = 0.0
                    for (k in 0 until SIZE) sum += a[i * SIZE + k] * b[k * SIZE + j]
                    c[i * SIZE + j] = sum
                }
            }
        }
    }

    internal companion object {
        private const val SIZE = 100
        private const val PASSES = 50
        const val POINTS: Int = SIZE * SIZE * PASSES
    }
}
