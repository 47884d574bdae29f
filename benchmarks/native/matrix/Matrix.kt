package benchmarks

import timemory.WallClock
import timemory.measure

/** The multiplication of the paper's figure 1: 100 x 100, 50 passes, a region around each of the 500,000 elements computed. */
internal val matrixBenchmarks: Map<String, () -> Double> = mapOf(
    "matrix" to { nanosecondsEach(POINTS) { repeat(PASSES) { multiply() } } },
    "matrix-points" to { nanosecondsEach(POINTS) { repeat(PASSES) { multiplyWithPoints() } } },
)

private const val SIZE = 100
private const val PASSES = 50
private const val POINTS = SIZE * SIZE * PASSES
private val a = DoubleArray(SIZE * SIZE) { it * 0.5 }
private val b = DoubleArray(SIZE * SIZE) { 1.0 / (it + 1) }
private val c = DoubleArray(SIZE * SIZE)

private fun multiply() {
    for (i in 0 until SIZE) {
        for (j in 0 until SIZE) {
            var sum = 0.0
            for (k in 0 until SIZE) sum += a[i * SIZE + k] * b[k * SIZE + j]
            c[i * SIZE + j] = sum
        }
    }
}

private fun multiplyWithPoints() {
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
