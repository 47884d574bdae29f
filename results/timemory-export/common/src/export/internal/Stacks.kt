package timemory.export.internal

import timemory.output.CONCURRENT
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/*
 * How wide a region is where a call graph becomes a flame graph, a profile or a trace: one rule for all of them, so that a region has one
 * value wherever it is looked at.
 *
 * A frame is as wide as the inclusive value of its region, the number that tables have. What ran concurrently, on other threads or in other
 * coroutines, hangs below a region in the call graph, but its values are no part of that region's: several threads take more time together
 * than passes meanwhile. So its stack stands apart, and the regions around it are there once more with `(concurrent)` after their names,
 * as wide as what ran concurrently with them:
 *
 * ```
 * main 100                     main
 *   parallel 90                  parallel
 *     task 160 (on 2 threads)  main (concurrent)
 *                                parallel (concurrent)
 *                                  task 160
 * ```
 *
 * Everything together is the whole, of which no part is more than 100 %.
 */

/** As above, for files that have room for a sentence. */
internal const val WIDTHS_RULE: String =
    "Each region is as wide as its inclusive value; what ran concurrently with it, on other threads or coroutines, " +
        "is no part of that and stands apart"

/** What stands around work that ran concurrently, in place of the region [label] that it hangs below. */
internal fun concurrentWith(label: String): String = label + CONCURRENT

/** [label] as the name of a frame: not to be taken for one of [concurrentWith]. */
internal fun frameName(label: String): String = if (label.endsWith(CONCURRENT)) label.dropLast(1) + '\uFF09' else label

/** A frame of a stack: a region, or one that others ran concurrently with, which has no width of its own. */
internal class StackFrame(val name: String, val depth: Int, val node: CallGraphNode, val isContext: Boolean)

/** The frames of [graph], each before those inside it, with those that ran concurrently after the others. */
internal fun stackFrames(graph: CallGraph): Sequence<StackFrame> = sequence {
    val apart = ArrayDeque<Path>()
    for (root in graph.roots) walk(Path(root, null), apart)
    var context: Path? = null
    while (apart.isNotEmpty()) {
        val concurrent = apart.removeFirst()
        if (concurrent.above !== context) {
            context = concurrent.above
            for (around in generateSequence(context) { it.above }.toList().asReversed()) {
                yield(StackFrame(concurrentWith(frameName(around.node.label)), around.node.depth, around.node, isContext = true))
            }
        }
        walk(concurrent, apart)
    }
}

/** A node with those above it, which it does not know itself. */
private class Path(val node: CallGraphNode, val above: Path?)

/** What lies below [top] in its time; what ran concurrently is left for later in [apart]. */
private suspend fun SequenceScope<StackFrame>.walk(top: Path, apart: ArrayDeque<Path>) {
    val pending = arrayListOf(top)
    while (pending.isNotEmpty()) {
        val path = pending.removeAt(pending.lastIndex)
        yield(StackFrame(frameName(path.node.label), path.node.depth, path.node, isContext = false))
        val children = path.node.children
        for (i in children.indices.reversed()) if (!children[i].isConcurrent) pending.add(Path(children[i], path))
        for (child in children) if (child.isConcurrent) apart.add(Path(child, path))
    }
}

/** Frames of one stack that profiles have at the most; of deeper ones the outermost are left out, as one frame says. */
internal const val MAX_FRAMES: Int = 1000

/** Calls [action] with the name of each frame of [node]'s stack, from itself outwards. */
internal inline fun forEachFrame(joint: JointTree, node: Int, action: (String) -> Unit) {
    var at = node
    var isAround = false
    var depth = 0
    while (at >= 0 && depth++ < MAX_FRAMES) {
        val name = frameName(joint.label(at))
        action(if (isAround) concurrentWith(name) else name)
        isAround = isAround || joint.isConcurrent(at)
        at = joint.parent(at)
    }
    if (at >= 0) action("(deeper than $MAX_FRAMES regions)")
}
