package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.Setup
import org.openjdk.jmh.annotations.State
import timemory.bundleOf

/** A bundle chosen at run time, after others with other components: the compiler cannot know which it calls. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class RuntimeBundles {
    private val tools = bundleOf("wall_clock")

    @Setup
    open fun useOthers() {
        for (id in listOf("peak_rss", "trip_count", "thread_cpu_clock", "cpu_clock")) {
            val other = bundleOf(id)
            repeat(20_000) { other.measure("other") {} }
        }
    }

    @Benchmark
    open fun measure() {
        tools.measure("run-time bundle") {}
    }
}
