package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OperationsPerInvocation
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.State

/** The matrix multiplication without regions and with them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(Multiplication.POINTS)
open class Matrix {
    private val multiplication = Multiplication()

    @Benchmark
    open fun plain(): DoubleArray = multiplication.plain()

    @Benchmark
    open fun withRegions(): DoubleArray = multiplication.withRegions()

    @Benchmark
    open fun byFunctions(): DoubleArray = multiplication.byFunctions()

    @Benchmark
    open fun byMeasuredFunctions(): DoubleArray = multiplication.byMeasuredFunctions()
}
