package timemory.sampling

import java.util.Collections
import java.util.WeakHashMap
import java.util.concurrent.ConcurrentHashMap
import timemory.internal.callgraph.CallPath

/**
 * The samples of the process, and of each part of its session that has its own samples, by the root of the part's call paths.
 *
 * ### Thread-safety
 * Thread-safe; [opens] never waits for the other functions.
 */
internal class SamplesByPart(private val empty: () -> Samples) {
    private val process = empty()
    private val parts = ConcurrentHashMap<CallPath, Samples>()

    /** Roots of parts that were taken: later samples there are outside all regions. */
    private val taken: MutableSet<CallPath> = Collections.newSetFromMap(WeakHashMap())

    /** Makes [root] the root of a part, which from now on has its own samples. */
    fun opens(root: CallPath) {
        parts[root] = empty()
    }

    fun isOpen(root: CallPath): Boolean = parts.containsKey(root)

    /** Adds a sample of [kind], like [SampledStacks.add]. */
    @Synchronized
    fun add(kind: SampleKind, path: CallPath, thread: Int, stack: List<String>, weight: Long, isCut: Boolean) {
        val root = rootOf(path)
        val part = parts[root]
        when {
            part == null -> process[kind].add(if (root in taken) OUTSIDE else path, thread, stack, weight, isCut)
            path === root -> process[kind].add(OUTSIDE, thread, stack, weight, isCut)
            else -> part[kind].add(path, thread, stack, weight, isCut)
        }
    }

    private fun rootOf(path: CallPath): CallPath {
        var root = path
        while (true) root = root.parent ?: return root
    }

    /** Removes and returns the samples below [root], which is no longer a part; `null` if it was not one. */
    @Synchronized
    fun take(root: CallPath): Samples? {
        val part = parts.remove(root) ?: return null
        taken.add(root)
        for (kind in SampleKind.entries) process[kind].count(part[kind])
        return part
    }

    /** A copy of the samples of the process so far. */
    @Synchronized
    fun ofProcess(): Samples = process.copy()

    /** Returns how many samples of [kind] the process has. */
    @Synchronized
    fun size(kind: SampleKind): Long = process[kind].size
}
