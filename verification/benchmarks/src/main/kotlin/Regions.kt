package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OperationsPerInvocation
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.State
import timemory.Measured
import timemory.PeakRss
import timemory.ThreadCpuClock
import timemory.TripCount
import timemory.WallClock
import timemory.bundle
import timemory.measure

/** The regions of the table in docs/dev/performance.md. Method names are those of the table and of the native benchmarks. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class Regions {
    private val labels = Array(1000) { "child $it" }
    private var random = 1
    private val tools = bundle<WallClock>()
    private val handle = tools.region("start and stop")

    @Benchmark
    open fun region() {
        measure<WallClock>("region") {}
    }

    /** Added by the compiler plugin. */
    @Benchmark
    open fun measuredFunction() {
        empty()
    }

    @Measured("measured function", components = "wall_clock")
    private fun empty() {}

    @Benchmark
    open fun measuredFunctionOfChosen() {
        emptyOfChosen()
    }

    @Measured("measured function of chosen components")
    private fun emptyOfChosen() {}

    @Benchmark
    open fun threeComponents() {
        measure<WallClock, ThreadCpuClock, PeakRss>("three") {}
    }

    @Benchmark
    @OperationsPerInvocation(3)
    open fun nested() {
        measure<WallClock>("outer") { measure<WallClock>("middle") { measure<WallClock>("inner") {} } }
    }

    @Benchmark
    @OperationsPerInvocation(10)
    open fun alternating() = tenLabels()

    /** A parent with a thousand children, in an unpredictable order. */
    @Benchmark
    open fun thousandChildren() {
        random = random * 1664525 + 1013904223
        measure<WallClock>(labels[(random ushr 8) % 1000]) {}
    }

    /** Little more than two changes of the thread's place. */
    @Benchmark
    open fun counted() {
        measure<TripCount>("counted") {}
    }

    @Benchmark
    open fun bundleValue() {
        tools.measure("bundle value") {}
    }

    @Benchmark
    open fun startStop() {
        handle.start()
        handle.stop()
    }

    @Benchmark
    open fun pushPop() {
        tools.push("push and pop")
        tools.pop()
    }
}
