@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.LongVar
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.get
import kotlinx.cinterop.memScoped
import timemory.cinterop.sampling.tm_sampled_here
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.Node
import timemory.internal.callgraph.ThreadGraph
import timemory.internal.platform.Lock
import timemory.internal.platform.hold

/**
 * Finds the function that opens a region, at which stacks of samples are cut: the stack is stored once per call path, when a thread first
 * opens the region there while sampling is active, in some microseconds, and named when results are collected.
 *
 * ### Thread-safety
 * Thread-safe.
 */
internal class NativeOpeners {
    private val lock = Lock()
    private class Stack(val addresses: LongArray) {
        override fun hashCode(): Int = addresses.contentHashCode()

        override fun equals(other: Any?): Boolean = other is Stack && addresses.contentEquals(other.addresses)
    }

    /** Interns stacks: a loop that opens a million regions has only a few. */
    private val stacks = HashMap<Stack, Stack>()

    /** The call paths opened since the last time, with their stacks in a parallel list. */
    private val opened = ArrayList<CallPath>()
    private val openedBy = ArrayList<Stack>()

    /** Called when [node] is being opened on the calling thread with [graph]. */
    fun note(graph: ThreadGraph, node: Node) {
        val path = placeToFindOpenerOf(graph, node) ?: return
        path.opener = NO_OPENER
        val stack = Stack(
            memScoped {
                val addresses = allocArray<LongVar>(DEPTH)
                LongArray(tm_sampled_here(addresses, DEPTH)) { addresses[it] }
            },
        )
        lock.hold {
            opened.add(path)
            openedBy.add(stacks.getOrPut(stack) { stack })
        }
    }

    /** Names the functions of the call paths opened since the last time. */
    fun resolve(names: FunctionNames) {
        val (paths, stacksOfPaths) = lock.hold {
            (opened.toList() to openedBy.toList()).also {
                opened.clear()
                openedBy.clear()
                stacks.clear()
            }
        }
        val openers = HashMap<Stack, String>()
        for ((i, path) in paths.withIndex()) {
            path.opener = openers.getOrPut(stacksOfPaths[i]) { openerOn(stacksOfPaths[i], names) }
        }
    }

    private fun openerOn(stack: Stack, names: FunctionNames): String =
        names.namesOf(stack.addresses, isCut = true).firstOrNull { !isOfTimemory(it) } ?: NO_OPENER

    private companion object {
        /** Library functions that open a region take less than half of it; the other half is for Python functions. */
        const val DEPTH = 96
    }
}
