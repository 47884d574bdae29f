package timemory.sampling

import java.util.Collections
import java.util.WeakHashMap
import java.util.concurrent.ConcurrentHashMap
import timemory.internal.callgraph.CallPath

/**
 * What was sampled: of the process, and of each part of its session that has samples of its own, by the root of the part's places.
 *
 * ### Thread-safety
 * All functions can be called by any thread, and [opens] waits for none of the others.
 */
internal class SamplesByPart(private val empty: () -> Samples) {
    private val process = empty()
    private val parts = ConcurrentHashMap<CallPath, Samples>()

    /** Roots of those that were taken: samples that come later are outside of all regions. */
    private val taken: MutableSet<CallPath> = Collections.newSetFromMap(WeakHashMap())

    /** Samples below [root] are those of a part from now on. */
    fun opens(root: CallPath) {
        parts[root] = empty()
    }

    fun isOpen(root: CallPath): Boolean = parts.containsKey(root)

    /** Adds a sample of [kind], as [SampledStacks.add] does. */
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

    /** Those below [root], which is a part no longer; `null` where it was none. */
    @Synchronized
    fun take(root: CallPath): Samples? {
        val part = parts.remove(root) ?: return null
        taken.add(root)
        for (kind in SampleKind.entries) process[kind].count(part[kind])
        return part
    }

    /** Those of the process so far. */
    @Synchronized
    fun ofProcess(): Samples = process.copy()

    /** How many samples of [kind] the process has. */
    @Synchronized
    fun size(kind: SampleKind): Long = process[kind].size
}
