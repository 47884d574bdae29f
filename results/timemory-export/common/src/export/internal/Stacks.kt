package timemory.export.internal

import timemory.output.CONCURRENT
import timemory.results.CallGraph
import timemory.results.CallGraphNode

/*
 * The width of a region when a call graph is converted to a flame graph, a profile or a trace: one rule for all of them, so that a region
 * has the same value everywhere.
 *
 * A frame is as wide as the inclusive value of its region, the number shown in tables. Work that ran concurrently, on other threads or in
 * other coroutines, is below a region in the call graph, but its values are not part of that region's: several threads together take more
 * time than elapses. So its stack is separate, and the regions around it appear a second time with `(concurrent)` after their names, as
 * wide as the work that ran concurrently with them:
 *
 * ```
 * main 100                     main
 *   parallel 90                  parallel
 *     task 160 (on 2 threads)  main (concurrent)
 *                                parallel (concurrent)
 *                                  task 160
 * ```
 *
 * All stacks together are the whole, of which no part exceeds 100 %.
 */

/** The rule as a sentence, for files that have room for it. */
internal const val WIDTHS_RULE: String =
    "Each region is as wide as its inclusive value; what ran concurrently with it, on other threads or coroutines, " +
        "is not part of it and is shown separately"

/** Returns the frame name that stands for region [label] around work that ran concurrently with it. */
internal fun concurrentWith(label: String): String = label + CONCURRENT

/** Returns [label] as a frame name that cannot be mistaken for one from [concurrentWith]. */
internal fun frameName(label: String): String = if (label.endsWith(CONCURRENT)) label.dropLast(1) + '\uFF09' else label

/** A frame of a stack: a region, or the context of concurrent work, which has no width of its own. */
internal class StackFrame(val name: String, val depth: Int, val node: CallGraphNode, val isContext: Boolean)

/** Returns the frames of [graph] in pre-order, followed by those of concurrent work. */
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

/** A node with its ancestors, which it does not know itself. */
private class Path(val node: CallGraphNode, val above: Path?)

/** Emits the frames below [top] within its time, and adds concurrent work to [apart] for later. */
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

/** Maximum number of frames of a stack in profiles. The outermost frames of deeper stacks are replaced by a single one. */
internal const val MAX_FRAMES: Int = 1000

/** Calls [action] with the name of each frame of [node]'s stack, innermost first. */
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
