package timemory.sampling

import timemory.internal.callgraph.CallPath

/*
 * Determines which part of a sampled stack is inside the sample's region. The functions around a region are shown by enclosing regions, or
 * not at all; the region's node shows what it called.
 *
 * A stack is cut at the function that opened the region, at the innermost one if there are several such frames. If it is not on the stack,
 * as after a coroutine resumed or in propagated work, the stack is cut at the function that resumed the work.
 *
 * Library functions that call the program's, such as `Bundle.run` with a block, are left out, and so are the methods of the JVM's lambda
 * classes: the function with the lambda's code follows. The library's own work is shown as one function, [LIBRARY], without what it calls.
 *
 * Samplers record a limited number of innermost functions. If a deeper stack has no function at which to cut it, the functions next to the
 * region are unknown: [DEEPER] stands for them.
 */

/**
 * Returns the functions of [stack] (innermost first) that are inside the region at [path], outermost first; at most [depth] of them.
 *
 * @param isCut whether the stack had more functions, outside those
 */
internal fun framesInside(stack: List<String>, path: CallPath, depth: Int, isCut: Boolean = false): List<String> {
    val frames = ArrayList<String>()
    val end = endOf(stack, path)
    if (isCut && end == stack.size) frames.add(DEEPER)
    var at = end - 1
    while (at >= 0 && frames.size < depth) {
        val function = stack[at--]
        if (isInternal(function)) {
            frames.add(LIBRARY)
            break
        }
        if (!isOfTimemory(function) && LAMBDA !in function && !function.endsWith(TRAMPOLINE)) frames.add(function)
    }
    return frames
}

private fun endOf(stack: List<String>, path: CallPath): Int {
    if (path.parent == null) return stack.size
    val opener = path.opener
    var end = if (opener == null) -1 else stack.indexOf(opener)
    if (end < 0) end = stack.indexOfFirst(::takesWorkUp)
    return if (end < 0) stack.size else end
}

private fun takesWorkUp(function: String) =
    function == RESUME || function == RESUME_NATIVELY || function == DISPATCHED || function.startsWith("timemory.context.")

/** The function that resumes a coroutine, and the dispatcher's function around it. */
private const val RESUME = "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith"
private const val RESUME_NATIVELY = "kotlin.coroutines.native.internal.BaseContinuationImpl.resumeWith"
private const val DISPATCHED = "kotlinx.coroutines.DispatchedTask.run"

private const val LAMBDA = "\$\$Lambda"

/** In native programs, the function that dispatches an interface call to the one that follows. */
internal const val TRAMPOLINE: String = "-trampoline"

/** Stands for functions that the sampler did not record because the stack was deeper. */
internal const val DEEPER: String = "..."

/** Stands for the library's own work. */
internal const val LIBRARY: String = "timemory"

/** Returns whether [function] belongs to the library, whose classes are in these packages. */
internal fun isOfTimemory(function: String): Boolean = function.startsWith("timemory.") && (
    isInternal(function) || function.startsWith("timemory.bundle.") || function.startsWith("timemory.context.") ||
        function["timemory.".length].isUpperCase() || isTopLevel(function)
    )

/** Native top-level functions have no class in their names. */
private fun isTopLevel(function: String) = function.indexOf('.', "timemory.".length) < 0

/** Returns whether [function] does the library's own work, and never calls the program. */
private fun isInternal(function: String) = function.startsWith("timemory.internal.") || function.startsWith("timemory.sampling.")

/** Returns whether [stack] comes from the library collecting results: the empty laps in it are not the program's. */
internal fun isOfResults(stack: List<String>): Boolean =
    stack.any { it.startsWith("timemory.internal.callgraph.EmptyLaps.") || it.startsWith("timemory.internal.callgraph.SessionEnd.") }
