package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.State
import timemory.counters.PapiVector
import timemory.counters.PerfEvents
import timemory.measure

/** Regions that count three kernel events, read directly and through PAPI; the settings say which. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class EventCounting {
    @Benchmark
    open fun perfEvents() {
        measure<PerfEvents>("perf events") {}
    }

    @Benchmark
    open fun papiVector() {
        measure<PapiVector>("papi vector") {}
    }
}
