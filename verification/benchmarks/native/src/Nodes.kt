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
 * A call graph of 46 + 46 x 46 + 46 x 46 x 46 nodes, as it was created with timemory for C++, or with a width of 100: the time to create a
 * node in nanoseconds, its memory in bytes, and the time to merge them and write them as JSON in milliseconds. Each ends the session.
 */
internal val nodeBenchmarks: Map<String, () -> Double> = mapOf(
    "nodes-make" to { withNodes(46, ::toMake) },
    "nodes-bytes" to { withNodes(46, ::toKeep) },
    "nodes-json" to { withNodes(46, ::toWrite) },
    "million-nodes-make" to { withNodes(100, ::toMake) },
    "million-nodes-bytes" to { withNodes(100, ::toKeep) },
    "million-nodes-json" to { withNodes(100, ::toWrite) },
)

private class Made(val nodes: Int, val time: Duration, val bytes: Long)

private fun toMake(made: Made) = made.time.inWholeNanoseconds.toDouble() / made.nodes

private fun toKeep(made: Made) = made.bytes.toDouble() / made.nodes

private fun toWrite(@Suppress("UNUSED_PARAMETER") made: Made) = measureTime { Timemory.finalize() }.inWholeMicroseconds / 1e3

private fun withNodes(width: Int, result: (Made) -> Double): Double {
    Timemory.finalize()
    Timemory.init {
        coutOutput = false
        textOutput = false
        jsonOutput = true
        compactOutput = false
        htmlOutput = false
        maxNodes = 2 * nodesOf(width)
        outputPath = "/tmp/timemory-benchmark"
    }
    measure<WallClock>("first") {}
    val before = heap()
    val time = measureTime { makeNodes(width) }
    val value = result(Made(nodesOf(width), time, heap() - before))
    Timemory.isEnabled = false
    return value
}

private fun heap(): Long {
    GC.collect()
    return GC.lastGCInfo!!.memoryUsageAfter.values.sumOf { it.totalObjectsSizeBytes }
}
