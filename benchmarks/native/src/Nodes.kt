@file:OptIn(ExperimentalStdlibApi::class, NativeRuntimeApi::class)

package benchmarks

import kotlin.native.runtime.GC
import kotlin.native.runtime.NativeRuntimeApi
import kotlin.time.Duration
import kotlin.time.measureTime
import timemory.Timemory
import timemory.WallClock
import timemory.export.htmlOutput
import timemory.measure

/**
 * A call graph of 46 + 46 x 46 + 46 x 46 x 46 nodes, as it was made with timemory for C++: what a node takes to make, in nanoseconds, and
 * to keep, in bytes, and how long it takes to merge them and to write them as JSON, in milliseconds. Each ends the session.
 */
internal val nodeBenchmarks: Map<String, () -> Double> = mapOf(
    "nodes-make" to { withNodes { made, _ -> made.inWholeNanoseconds.toDouble() / NODES } },
    "nodes-bytes" to { withNodes { _, live -> live.toDouble() / NODES } },
    "nodes-json" to { withNodes { _, _ -> measureTime { Timemory.finalize() }.inWholeMicroseconds / 1e3 } },
)

private fun withNodes(result: (made: Duration, live: Long) -> Double): Double {
    Timemory.finalize()
    Timemory.init {
        coutOutput = false
        textOutput = false
        jsonOutput = true
        compactOutput = false
        htmlOutput = false
        outputPath = "/tmp/timemory-benchmark"
    }
    measure<WallClock>("first") {}
    val before = heap()
    val made = measureTime { makeNodes() }
    val value = result(made, heap() - before)
    Timemory.isEnabled = false
    return value
}

private fun heap(): Long {
    GC.collect()
    return GC.lastGCInfo!!.memoryUsageAfter.values.sumOf { it.totalObjectsSizeBytes }
}
