@file:kotlin.jvm.JvmName("CountWork")

package timemory.roofline

import timemory.Component
import timemory.ExperimentalTimemoryApi
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.callgraph.currentGraph
import timemory.internal.callgraph.recording

/*
 * Lets a program count its own work if hardware events cannot: an algorithm's operations, the bytes it has to move.
 *
 * Processor events have happened in every open region, so the program's numbers are added to each of them too: to all open regions of this
 * thread, or of this coroutine, that have a roofline component. Without one, nothing happens: the user who runs the program decides which
 * components measure.
 */

/**
 * Adds [count] floating-point operations of [precision] to the open regions with a [CpuRoofline]: `countFlops(2.0 * n * n * n)`. A fused
 * multiply-add is two. Ignored if hardware events are counted instead (mode `op`).
 *
 * @throws IllegalArgumentException if [count] is negative or not a number
 */
@kotlin.jvm.JvmOverloads
@ExperimentalTimemoryApi
public fun countFlops(count: Double, precision: Precision = Precision.DOUBLE): Unit =
    supply(RooflineElements.FLOPS, count, "operations") { precision in it.precisions }

/**
 * Adds [count] bytes that were read from or written to [level] to the open regions with a [CpuRoofline]. Ignored for levels whose events
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
 * Adds [count] instructions to the open regions with a [CpuRoofline]. Ignored if hardware events are counted instead
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
 * Iterates over all components that measure the calling thread's current work: those of its open regions, and of its coroutine's suspending
 * regions.
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

/** Adds the components of each open region to [regions], up to the innermost frame; returns whether there is one. */
private fun ThreadGraph.addOpenRegions(regions: MutableList<Array<Component?>>): Boolean {
    forEachOpen { node ->
        if (node.isFrame) return true
        regions.add(node.components)
    }
    return false
}
