package timemory.sampling

import timemory.internal.callgraph.CallPath

/*
 * What of a stack lies inside the region that a sample fell in. The functions around a region are shown by the regions around it, or by
 * none; below the region hangs what it called.
 *
 * A stack is cut at the function that opened the region, of several such frames at the innermost one. Where it is not on the stack, as after
 * the resumption of a coroutine or in propagated work, the stack is cut at the function that took the work up.
 *
 * Functions of the library that call the program's, as `Bundle.run` does with a block, are left out, and so are the methods of classes that
 * the JVM makes for lambdas: the function with the lambda's code follows. Where the library itself is at work, it is one function,
 * [LIBRARY], and what it calls is not shown.
 *
 * Samplers look at the innermost functions of a stack, up to some number. Where a deeper one has none at which it is to be cut, those next to
 * the region are not known: [DEEPER] stands for them.
 */

/**
 * The functions of [stack], which is innermost first, that are inside the region at [path], outermost first; of those at most [depth].
 *
 * @param isCut whether the stack had more functions, outside of those
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

/** Where a coroutine goes on, and, around that, where a dispatcher has it go on. */
private const val RESUME = "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith"
private const val RESUME_NATIVELY = "kotlin.coroutines.native.internal.BaseContinuationImpl.resumeWith"
private const val DISPATCHED = "kotlinx.coroutines.DispatchedTask.run"

private const val LAMBDA = "\$\$Lambda"

/** Natively, what looks up which function of an interface is meant: that follows. */
internal const val TRAMPOLINE: String = "-trampoline"

/** What stands for functions that the sampler did not look at, as the stack was deeper. */
internal const val DEEPER: String = "..."

/** What stands for the library's own work. */
internal const val LIBRARY: String = "timemory"

/** Whether [function] is one by which programs are measured: of the library, which has its classes in these packages. */
internal fun isOfTimemory(function: String): Boolean = function.startsWith("timemory.") && (
    isInternal(function) || function.startsWith("timemory.bundle.") || function.startsWith("timemory.context.") ||
        function["timemory.".length].isUpperCase() || isTopLevel(function)
    )

/** Natively, functions outside of classes have no class. */
private fun isTopLevel(function: String) = function.indexOf('.', "timemory.".length) < 0

/** Whether [function] does the library's own work, and calls none of the program's. */
private fun isInternal(function: String) = function.startsWith("timemory.internal.") || function.startsWith("timemory.sampling.")

/** Whether [stack] is of the library's work when results are made: its empty laps are not the program's. */
internal fun isOfResults(stack: List<String>): Boolean =
    stack.any { it.startsWith("timemory.internal.callgraph.EmptyLaps.") || it.startsWith("timemory.internal.callgraph.SessionEnd.") }
