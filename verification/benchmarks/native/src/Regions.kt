@file:OptIn(ExperimentalForeignApi::class, ObsoleteWorkersApi::class)

package benchmarks

import kotlin.native.concurrent.ObsoleteWorkersApi
import kotlin.native.concurrent.TransferMode
import kotlin.native.concurrent.Worker
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.nativeHeap
import timemory.Measured
import timemory.PeakRss
import timemory.ThreadCpuClock
import timemory.WallClock
import timemory.bundle
import timemory.bundleOf
import timemory.cinterop.linux.timemory_thread_cpu_nanoseconds
import timemory.cinterop.linux.timemory_usage
import timemory.cinterop.linux.timemory_wall_nanoseconds
import timemory.counters.PapiVector
import timemory.counters.PerfEvents
import timemory.measure

/** The regions of the table in docs/dev/performance.md, and the raw readings that they need at least. */
internal val regionBenchmarks: Map<String, () -> Double> = mapOf(
    "readings" to { nanosecondsOf { blackHole = timemory_wall_nanoseconds() - timemory_wall_nanoseconds() } },
    "region" to ::region,
    "readings-3" to {
        nanosecondsOf(FEWER) {
            val before = peakRss() + timemory_thread_cpu_nanoseconds() + timemory_wall_nanoseconds()
            blackHole = timemory_wall_nanoseconds() + timemory_thread_cpu_nanoseconds() + peakRss() - before
        }
    },
    "region-3" to { nanosecondsOf(FEWER) { measure<WallClock, ThreadCpuClock, PeakRss>("three") {} } },
    // Three kernel events, read directly and through PAPI.
    "perf-events" to { nanosecondsOf(FEWER) { measure<PerfEvents>("perf events") {} } },
    "papi-vector" to { nanosecondsOf(FEWER) { measure<PapiVector>("papi vector") {} } },
    "nested-3" to {
        nanosecondsOf {
            measure<WallClock>("outer") { measure<WallClock>("middle") { measure<WallClock>("inner") {} } }
        } / 3
    },
    "alternating-10" to { nanosecondsOf { tenLabels() } / 10 },
    "children-1000" to ::thousandChildren,
    "threads-2" to { onTwoThreads(::region) },
    // For counting instructions. They contain so many regions that variations in start-up and shutdown time do not matter.
    "ten-thousand" to { manyRegions(10_000) },
    "hundred-ten-thousand" to { manyRegions(110_000) },
    "measured-function" to { nanosecondsOf { measuredFunction() } },
    "measured-function-of-chosen" to { nanosecondsOf { measuredFunctionOfChosen() } },
    "start-stop" to {
        val region = bundle<WallClock>().region("start and stop")
        nanosecondsOf {
            region.start()
            region.stop()
        }
    },
    "open-close" to {
        val tools = bundle<WallClock>()
        nanosecondsOf { tools.open("open and close").close() }
    },
    "run-time" to {
        for (id in listOf("peak_rss", "trip_count", "thread_cpu_clock", "cpu_clock")) bundleOf(id).measure("other") {}
        val tools = bundleOf("wall_clock")
        nanosecondsOf { tools.measure("run-time bundle") {} }
    },
    "push-pop" to {
        val tools = bundle<WallClock>()
        nanosecondsOf {
            tools.push("push and pop")
            tools.pop()
        }
    },
)

/** Added by the compiler plugin. */
@Measured("measured function", components = "wall_clock")
private fun measuredFunction() {}

@Measured("measured function of chosen components")
private fun measuredFunctionOfChosen() {}

private const val FEWER = REPETITIONS / 20
private var blackHole = 0L

private fun manyRegions(count: Int): Double {
    for (i in 0 until count) measure<WallClock>("region") {}
    return count.toDouble()
}

private fun region(): Double = nanosecondsOf { measure<WallClock>("region") {} }

/** Their labels, in an unpredictable order. */
private fun thousandChildren(): Double {
    val labels = Array(1000) { "child $it" }
    var random = 1
    return nanosecondsOf {
        random = random * 1664525 + 1013904223
        measure<WallClock>(labels[(random ushr 8) % 1000]) {}
    }
}

/** The mean cost of [benchmark] on two threads at once. */
private fun onTwoThreads(benchmark: () -> Double): Double {
    val workers = List(2) { Worker.start() }
    val costs = workers.map { it.execute(TransferMode.SAFE, { benchmark }) { it() } }
    return costs.sumOf { it.result } / workers.size
}

private val usage = nativeHeap.allocArray<LongVar>(9)

private fun peakRss(): Long {
    timemory_usage(0, usage)
    return usage[2]
}
