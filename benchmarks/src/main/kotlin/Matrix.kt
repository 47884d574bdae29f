package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OperationsPerInvocation
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.State
import timemory.WallClock
import timemory.measure

/** The multiplication of the paper's figure 1: 100 x 100, 50 passes, a region around each of the 500,000 elements computed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Matrix.POINTS)
open class Matrix {
    private val a = DoubleArray(SIZE * SIZE) { it * 0.5 }
    private val b = DoubleArray(SIZE * SIZE) { 1.0 / (it + 1) }
    private val c = DoubleArray(SIZE * SIZE)

    @Benchmark
    open fun plain(): DoubleArray {
        repeat(PASSES) { multiply() }
        return c
    }

    @Benchmark
    open fun withRegions(): DoubleArray {
        repeat(PASSES) { multiplyWithRegions() }
        return c
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
        const val SIZE = 100
        const val PASSES = 50
        const val POINTS = SIZE * SIZE * PASSES
    }
}
