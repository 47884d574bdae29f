@file:kotlin.jvm.JvmName("CountWork")

package timemory.roofline

import timemory.Component
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.recording

/*
 * What the program knows of its own work, where no events of the processor tell it: the operations of an algorithm, the bytes it has to
 * move.
 *
 * Events of the processor have happened in every region that is open, so what the program says is added to every one too: to all open
 * regions of this thread, or of this coroutine, that have a roofline component. Without one, nothing happens: which components measure is
 * up to whoever runs the program.
 */

/**
 * Adds [count] floating-point operations of [precision] to the open regions with a [CpuRoofline]: `countFlops(2.0 * n * n * n)`. A fused
 * multiply-add is two. Left alone where the processor's events are counted instead (mode `op`).
 *
 * @throws IllegalArgumentException if [count] is negative or not a number
 */
@kotlin.jvm.JvmOverloads
@ExperimentalTimemoryApi
public fun countFlops(count: Double, precision: Precision = Precision.DOUBLE): Unit =
    supply(RooflineElements.FLOPS, count, "operations") { precision in it.precisions }

/**
 * Adds [count] bytes that were read from or written to [level] to the open regions with a [CpuRoofline]. Left alone for levels whose events
 * are counted instead (mode `ai`).
 *
 * @throws IllegalArgumentException if [count] is negative or not a number
 */
@kotlin.jvm.JvmOverloads
@ExperimentalTimemoryApi
public fun countBytes(count: Double, level: MemoryLevel = MemoryLevel.DRAM): Unit = supply(RooflineElements.of(level), count, "bytes") {
    true
}

/**
 * Adds [count] instructions to the open regions with a [CpuRoofline]. Left alone where the processor's are counted
 * (`INSTRUCTION_ROOFLINE`).
 *
 * @throws IllegalArgumentException if [count] is negative or not a number
 */
@ExperimentalTimemoryApi
public fun countInstructions(count: Double): Unit = supply(RooflineElements.INSTRUCTIONS, count, "instructions") { true }

private inline fun supply(element: Int, count: Double, what: String, takes: (CpuRoofline) -> Boolean) {
    require(count >= 0.0 && count.isFinite()) { "$count $what, must be 0 or more" }
    if (!recording) return
    forEachOpenComponent { if (it is CpuRoofline && takes(it)) it.supply(element, count) }
}

/**
 * All components that measure what the calling thread runs: of the open regions of this work, and of the suspending regions of its
 * coroutine.
 */
private inline fun forEachOpenComponent(action: (Component?) -> Unit) {
    val graph = currentGraph ?: return
    val regions = ArrayList<Array<Component?>>()
    val isInFrame = graph.addOpenRegions(regions)
    val frame = graph.frame
    if (isInFrame && frame != null) {
        var lap = frame.strand?.lap
        while (lap != null) {
            regions.add(lap.whole)
            lap = lap.outer
        }
        var slice = frame.slices
        while (slice != null) {
            regions.add(slice.components)
            slice = slice.nextInFrame
        }
    }
    for (components in regions) for (component in components) action(component)
}

/** Adds the components of each open region to [regions], up to the innermost frame; tells whether there is one. */
private fun ThreadGraph.addOpenRegions(regions: MutableList<Array<Component?>>): Boolean {
    forEachOpen { node ->
        if (node.isFrame) return true
        regions.add(node.components)
    }
    return false
}
