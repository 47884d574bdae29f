package benchmarks

import java.util.concurrent.TimeUnit
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import timemory.WallClock
import timemory.measure

/** What a region with a wall clock costs in Kotlin, beside the two clock readings that it cannot do without. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class RegionBenchmark {

    @Benchmark
    open fun twoReadings(): Long = System.nanoTime() - System.nanoTime()

    @Benchmark
    open fun region() {
        measure<WallClock>("region") {}
    }
}
