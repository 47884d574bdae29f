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
 * Which function opens a region: the stack is kept once for each place, when a thread first opens the region there while samples are taken,
 * in some microseconds, and named when results are made. Stacks of samples are cut there.
 *
 * ### Thread-safety
 * May be used by any thread.
 */
internal class NativeOpeners {
    private val lock = Lock()
    private val stacks = LinkedHashMap<CallPath, LongArray>()

    /** [node] is being opened on the calling thread, whose graph is [graph]. */
    fun note(graph: ThreadGraph, node: Node) {
        val path = placeToFindOpenerOf(graph, node) ?: return
        path.opener = NO_OPENER
        val stack = memScoped {
            val addresses = allocArray<LongVar>(DEPTH)
            LongArray(tm_sampled_here(addresses, DEPTH)) { addresses[it] }
        }
        lock.hold { stacks[path] = stack }
    }

    /** Names the functions of those that were opened since the last time. */
    fun resolve(names: FunctionNames) {
        val opened = lock.hold { stacks.toList().also { stacks.clear() } }
        for ((path, stack) in opened) {
            path.opener = names.namesOf(stack, isCut = true).firstOrNull { !isOfTimemory(it) } ?: NO_OPENER
        }
    }

    private companion object {
        /** The functions of the library that open a region are fewer than half of it; the other half is for functions in Python. */
        const val DEPTH = 96
    }
}
