package benchmarks

import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread
import org.openjdk.jmh.annotations.Benchmark
import org.openjdk.jmh.annotations.BenchmarkMode
import org.openjdk.jmh.annotations.Mode
import org.openjdk.jmh.annotations.OutputTimeUnit
import org.openjdk.jmh.annotations.Scope
import org.openjdk.jmh.annotations.Setup
import org.openjdk.jmh.annotations.State
import org.openjdk.jmh.annotations.Threads
import timemory.Timemory
import timemory.WallClock
import timemory.measure

/**
 * The region on several threads at once, and its cost for one of them, with a waiting primary thread, as in most programs. Of eight
 * threads, only as many run as there are CPUs, so the raw readings are measured on eight threads as well.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class SeveralThreads {
    @Setup
    open fun makeAnotherThreadPrimary() = thread { Timemory.init() }.join()

    @Benchmark
    @Threads(1)
    open fun alone() {
        measure<WallClock>("region") {}
    }

    @Benchmark
    @Threads(2)
    open fun two() {
        measure<WallClock>("region") {}
    }

    @Benchmark
    @Threads(8)
    open fun eight() {
        measure<WallClock>("region") {}
    }

    @Benchmark
    @Threads(8)
    open fun eightReadings(): Long {
        val begin = System.nanoTime()
        return System.nanoTime() - begin
    }
}

/**
 * One of the two threads is the primary thread: each region of the other one is placed under the primary thread's current region, which has
 * to be looked up each time while the other CPU changes it.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
open class BesidePrimary {
    @Benchmark
    @Threads(2)
    open fun together() {
        measure<WallClock>("region") {}
    }
}
